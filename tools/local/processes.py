"""Processes that outlive the command that started them: started detached, found again, stopped for sure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path


def birth(pid: int) -> str | None:
    """When `pid` was born, as an opaque text; None when it is gone. Pid and birth together name one process for ever."""
    if sys.platform == "linux":
        try:
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            return None
        # After the name: state is field 0, start time is field 19. A zombie has ended.
        return None if fields[0] in "ZX" else fields[19]
    shown = subprocess.run(["ps", "-o", "state=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    state, _, started = shown.stdout.strip().partition(" ")
    return None if not state or state.startswith("Z") else started.strip()


@dataclass(frozen=True)
class Process:
    """One process, recognised by pid and birth, so that a reused pid is never signalled."""

    pid: int
    born: str

    @staticmethod
    def of(pid: int) -> Process | None:
        """The living process with this pid."""
        born = birth(pid)
        return None if born is None else Process(pid, born)

    @staticmethod
    def from_record(record: object) -> Process | None:
        """Read back what `record` wrote; None when that process has ended."""
        if not isinstance(record, dict):
            return None
        found = Process(int(record["pid"]), str(record["born"]))
        return found if found.alive() else None

    def record(self) -> dict[str, object]:
        """What the state file keeps."""
        return {"pid": self.pid, "born": self.born}

    def alive(self) -> bool:
        """Whether this very process still runs."""
        return birth(self.pid) == self.born

    def stop(self, gently: signal.Signals = signal.SIGTERM, patience: float = 15.0) -> bool:
        """Ask it to end and wait `patience` seconds, then kill it. True when it ended by itself."""
        for sent, wait in ((gently, patience), (signal.SIGKILL, 5.0)):
            if not self.alive():
                return True
            try:
                os.kill(self.pid, sent)
            except ProcessLookupError:
                return True
            until = time.monotonic() + wait
            while time.monotonic() < until:
                _reap(self.pid)
                if not self.alive():
                    return sent is gently
                time.sleep(0.02)
        return False


def stop_group(leader: Process) -> None:
    """Ask a session that `start_new_session` made to end, all of it; kill what is left after five seconds."""
    for sent, wait in ((signal.SIGTERM, 5.0), (signal.SIGKILL, 1.0)):
        until = time.monotonic() + wait
        try:
            os.killpg(leader.pid, sent)
            while time.monotonic() < until:
                _reap(leader.pid)
                os.killpg(leader.pid, 0)
                time.sleep(0.05)
        except ProcessLookupError:
            return


def _reap(pid: int) -> None:
    """Collect the exit code when the process is our own child, so that it does not stay as a zombie."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        pass


# What this command started itself. An ended child stays a zombie until somebody collects it, and Postgres
# takes the zombie of a killed server for a living one.
_started: list[subprocess.Popen[bytes]] = []


def collect_ended() -> None:
    """Let go of children that have ended; called regularly by whoever waits beside them."""
    _started[:] = [child for child in _started if child.poll() is None]


def turn_over(log: Path) -> None:
    """Begin a new log and keep the one before, so that logs do not grow for ever and the end of one is about this start."""
    if log.exists():
        log.replace(log.with_suffix(".log.before"))


def start(
    command: list[str],
    log: Path,
    env: dict[str, str] | None = None,
    cwd: Path | None = None,
    as_user: dict[str, object] | None = None,
) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own (Ctrl-C at the terminal does not reach it), output appended to `log`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as out:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=env,
            cwd=cwd,
            start_new_session=True,
            **(as_user or {}),  # type: ignore[arg-type]
        )
    _started.append(child)
    return child
