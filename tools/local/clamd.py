"""A real virus scanner: an installed clamd for `./just up`; for tests that, or Debian's packages unpacked without root into `.local/clamav`.

Tests bring a signature of their own: the official ones have hundreds of megabytes, and stand where a clamd is kept up to date.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from . import places, processes, say, state

HOME = places.LOCAL / "clamav"
# Why there is none, as the last try had it.
NONE = places.LOCAL / "clamav-none"
# An hour before it is tried again, and so long for a try, in seconds.
AGAIN = 3600
PATIENCE = 15
PACKAGE = "clamav-daemon"
# Where distributions put daemons, beside PATH.
DAEMONS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
# Where freshclam keeps the official signatures, and how long clamd may take to read them, in seconds.
SIGNATURES = Path("/var/lib/clamav")
READING = 120
# The EICAR test file in two halves, so that this very file is no finding.
EICAR = ("X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*")


@dataclass(frozen=True)
class Clamd:
    """A program, and where it finds libraries that the machine does not have."""

    program: Path
    libraries: str = ""

    def environment(self) -> dict[str, str]:
        """To start it with."""
        return {**os.environ, **({"LD_LIBRARY_PATH": self.libraries} if self.libraries else {})}


def installed() -> Clamd | None:
    """The clamd of this machine."""
    found = shutil.which("clamd", path=os.pathsep.join([os.environ.get("PATH", ""), *DAEMONS]))
    return Clamd(Path(found)) if found else None


def start(clamd: Clamd, home: Path, port: int, log: Path) -> processes.Process:
    """Start one on this port, and wait until it answers."""
    signatures = SIGNATURES
    if not any(signatures.glob("*.c[lv]d")):
        signatures = home / "signatures"
        signatures.mkdir(parents=True, exist_ok=True)
        (signatures / "kajo.ndb").write_text(f"Kajo.Eicar:0:*:{''.join(EICAR).encode().hex()}\n", encoding="ascii")
    home.mkdir(parents=True, exist_ok=True)
    settings = ("Foreground yes", "TCPAddr 127.0.0.1", f"TCPSocket {port}", f"DatabaseDirectory {signatures}")
    (home / "clamd.conf").write_text("\n".join([*settings, ""]), encoding="utf-8")
    command = [str(clamd.program), "-c", str(home / "clamd.conf")]
    running = processes.start(command, log, env=clamd.environment())
    until = time.monotonic() + READING
    while time.monotonic() < until and running.poll() is None:
        found = processes.Process.of(running.pid)
        if found and _answers(port):
            return found
        time.sleep(0.1)
    if running.poll() is None:
        running.kill()
        running.wait()
    raise say.Trouble(f"clamd did not answer within {READING} s; the end of {log}:\n{say.last_lines(log)}")


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as asked:
            asked.sendall(b"zPING\0")
            return asked.recv(5) == b"PONG\0"
    except OSError:
        return False


def for_tests() -> dict[str, str]:
    """What tests of a real scanner are told. Without one they are skipped, and this says so."""
    found, why = _any()
    if found is None:
        say.line(f"  no ClamAV here ({why}): the tests of a real scanner do not run and count as skipped")
        return {}
    return {"KAJO_TEST_CLAMD": str(found.program), "KAJO_TEST_CLAMD_LIBRARIES": found.libraries}


def _any() -> tuple[Clamd | None, str]:
    found = installed()
    if found:
        return found, ""
    with state.locked(places.LOCAL / "clamav.lock"):
        if not _program().exists():
            if NONE.exists() and time.time() - NONE.stat().st_mtime < AGAIN:
                return None, NONE.read_text(encoding="utf-8")
            why = _fetch()
            if why:
                NONE.write_text(why, encoding="utf-8")
                return None, why
        return _unpacked(HOME), ""


def _program() -> Path:
    return HOME / "usr" / "sbin" / "clamd"


def _unpacked(home: Path) -> Clamd:
    libraries = {str(file.parent) for file in home.rglob("lib*.so*")}
    return Clamd(home / "usr" / "sbin" / "clamd", os.pathsep.join(sorted(libraries)))


def _fetch() -> str:
    """Unpack the packages; why not, when it cannot be done."""
    if sys.platform != "linux" or not all(map(shutil.which, ("apt-get", "apt-cache", "dpkg", "dpkg-query"))):
        return "none is installed, and there is no apt"
    fresh = HOME.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "packages").mkdir(parents=True)
    until = time.monotonic() + PATIENCE
    try:
        with say.stage("clamd from Debian's packages"):
            _unpack(fresh, until)
            clamd = _unpacked(fresh)
            _run([str(clamd.program), "--help"], until, env=clamd.environment())
    except subprocess.TimeoutExpired:
        return f"Debian's packages did not come within {PATIENCE} s"
    except (subprocess.CalledProcessError, OSError) as error:
        return f"Debian's packages cannot be used: {error}"
    shutil.rmtree(HOME, ignore_errors=True)
    shutil.rmtree(fresh / "packages")
    fresh.rename(HOME)
    return ""


def _unpack(home: Path, until: float) -> None:
    """The daemon, and those libraries of it that the machine lacks, with theirs."""
    seen, wanted = set(), [PACKAGE]
    while wanted:
        seen.update(wanted)
        # It checks what it fetches against the signed lists of the machine.
        _run(["apt-get", "download", "-q", *wanted], until, cwd=home / "packages")
        for package in (home / "packages").glob("*.deb"):
            _run(["dpkg", "-x", str(package), str(home)], until)
            package.unlink()
        needed = _run(["apt-cache", "depends", "--important", *wanted], until).split("Depends: ")[1:]
        names = {line.split()[0] for line in needed}
        wanted = sorted(name for name in names - seen if name.startswith("lib") and not _has(name, until))


def _has(package: str, until: float) -> bool:
    try:
        return "ok installed" in _run(["dpkg-query", "-W", "-f", "${Status}", package], until)
    except subprocess.CalledProcessError:
        return False


def _run(command: list[str], until: float, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    patience = max(0.1, until - time.monotonic())
    return subprocess.run(command, cwd=cwd, env=env, timeout=patience, check=True, text=True, capture_output=True).stdout
