"""A private Postgres cluster: made once, started on its own port and socket, stopped cleanly."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from . import places, postgres_package, processes, say

# What a throw-away cluster for tests gives up: it need not survive the machine.
THROW_AWAY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True)
class Cluster:
    """Where one cluster lives and how it is set up."""

    home: Path
    log: Path
    port: int
    settings: dict[str, str]

    @property
    def data(self) -> Path:
        """The data folder, owned by the user the server runs as."""
        return self.home / "data"

    @property
    def sockets(self) -> Path:
        """The folder of the unix socket."""
        return places.socket_folder(self.home / "run")

    def url(self, database: str = "") -> str:
        """The address for clients, with the password; without a database it is the server's own. For the environment of programs: others
        on this machine read their arguments."""
        password = self.password.read_text(encoding="ascii").strip() if self.password.exists() else ""
        owner = f"postgres:{password}" if password else "postgres"
        return f"postgres://{owner}@127.0.0.1:{self.port}" + (f"/{database}" if database else "")

    @property
    def password(self) -> Path:
        """The file with the password of the superuser, for nobody's eyes but the caller's."""
        return self.home / "password"

    def running(self) -> processes.Process | None:
        """The server process when it runs, whoever started it."""
        pid, _, _ = _read_pid_file(self.data)
        found = processes.Process.of(pid) if pid else None
        return found if found and _is_postgres(pid) else None

    def running_port(self) -> int | None:
        """The port the running server listens on."""
        return _read_pid_file(self.data)[1] if self.running() else None

    def start(self) -> processes.Process:
        """Make the cluster if it is new, start it, and wait until it takes connections."""
        programs = postgres_package.binaries()
        if not (self.data / "PG_VERSION").exists():
            self._create(programs)
        # A server that was killed is a process for a moment longer, and so are its children, who hold its shared memory.
        until = time.monotonic() + 20
        while True:
            server = processes.start(
                [str(programs / "postgres"), "-D", str(self.data), *self._options()],
                self.log,
                env=_environment(),
                cwd=self.home,
                as_user=_user(),
            )
            if self._wait_until_ready(server):
                found = processes.Process.of(server.pid)
                if found:
                    return found
            ended = say.last_lines(self.log)
            is_leaving = "shared memory block" in ended or "postmaster.pid\" already exists" in ended
            if not is_leaving or time.monotonic() > until:
                raise say.Trouble(f"Postgres did not come up on port {self.port}; the end of {self.log}:\n{ended}")
            time.sleep(0.2)

    def stop(self) -> bool:
        """Stop it (clients are disconnected, data are flushed). False when it did not run."""
        server = self.running()
        if server is None:
            return False
        server.stop(signal.SIGINT, patience=30)
        return True

    def delete(self) -> None:
        """Remove everything the cluster ever stored."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.rmtree(self.sockets, ignore_errors=True)

    def _options(self) -> list[str]:
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": str(self.sockets),
            "unix_socket_permissions": "0700",
            "shared_buffers": "64MB",
            "log_line_prefix": "%m [%p] ",
            "timezone": "UTC",
            "log_timezone": "UTC",
            **self.settings,
        }
        return [f"--{name}={value}" for name, value in settings.items()]

    def _create(self, programs: Path) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self.home.mkdir(parents=True, exist_ok=True)
        user = _user()
        for folder in (self.data, self.sockets):
            folder.mkdir(mode=0o700, exist_ok=True)
            if user:
                os.chown(folder, int(user["user"]), int(user["group"]))
        # Whoever is superuser of the server runs programs as its user, and everybody on this machine reaches its port.
        password = secrets.token_hex(32)
        _write_for_oneself(self.password, password)
        # The server's user may not be the caller, whose file it could not read.
        given = self.home / "password-of-initdb"
        _write_for_oneself(given, password)
        if user:
            os.chown(given, int(user["user"]), int(user["group"]))
        made = subprocess.run(
            [str(programs / "initdb"), "-D", str(self.data), "-U", "postgres", "-E", "UTF8"]
            + ["-A", "scram-sha-256", "--pwfile", str(given)]
            # Nobody guesses 32 random bytes, however quickly one may try; and tests connect thousands of times.
            + ["-c", "scram_iterations=1"]
            + ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-sync", "--no-instructions"],
            env=_environment(),
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            **user,  # type: ignore[call-overload]
        )
        given.unlink()
        if made.returncode != 0:
            raise say.Trouble(f"initdb failed in {self.data}:\n{made.stdout.strip()}")

    def _wait_until_ready(self, server: subprocess.Popen[bytes]) -> bool:
        """True when the server took up work, False when it ended."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if server.poll() is not None:
                return False
            pid, _, status = _read_pid_file(self.data)
            if pid == server.pid and status == "ready":
                return True
            time.sleep(0.02)
        server.kill()
        return False


def _read_pid_file(data: Path) -> tuple[int | None, int | None, str]:
    """Pid, port and status from postmaster.pid; its eighth line is what pg_ctl waits for, too."""
    try:
        lines = (data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        return int(lines[0]), int(lines[3]) if len(lines) > 3 else None, lines[7].strip() if len(lines) > 7 else ""
    except (FileNotFoundError, IndexError, ValueError):
        return None, None, ""


def _is_postgres(pid: int) -> bool:
    """Guard against a pid that another program took over after a crash."""
    if sys.platform == "linux":
        try:
            return b"postgres" in Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return False
    shown = subprocess.run(["ps", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return "postgres" in shown.stdout


def _write_for_oneself(file: Path, text: str) -> None:
    """Write a file that no other user may read, at no moment."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as handle:
        handle.write(text)


def _user() -> dict[str, object]:
    """Postgres refuses to run as root: then it runs as `postgres` or `nobody`."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise say.Trouble("Postgres refuses to run as root and there is no user 'postgres' or 'nobody': run ./just as a normal user")


def _environment() -> dict[str, str]:
    """Nothing of the caller's locale or PG* settings reaches the server."""
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
