"""Commands whose output is both shown and kept."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO, Callable

from . import places

# One line at a time, however many commands print.
_showing = threading.Lock()


class Teed:
    """A running command; what it prints goes to our output and into a file."""

    def __init__(
        self,
        command: list[str],
        log: Path,
        environment: dict[str, str],
        prefix: str = "",
        cwd: Path = places.ROOT,
        on_line: Callable[[str], None] = lambda line: None,
    ) -> None:
        """Start it. `prefix` begins each line that we show, where several run at once; `on_line` hears of each."""
        log.parent.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self.process.stdout is not None
        # Why somebody who watches it has ended it.
        self.reason = ""
        # When it last said something, by the clock that only goes forward.
        self.heard = time.monotonic()
        # A thread, so that whoever waits can look after other things meanwhile.
        copy = (self.process.stdout, log, prefix.encode(), lambda line: self._hear(line, on_line))
        self._copying = threading.Thread(target=_copy, args=copy, daemon=True)
        self._copying.start()

    def _hear(self, line: str, on_line: Callable[[str], None]) -> None:
        self.heard = time.monotonic()
        on_line(line)

    def wait(self) -> int:
        """The exit code, once everything that was printed is shown."""
        status = self.process.wait()
        # What it left running may hold its output open; that is not waited for long.
        self._copying.join(timeout=5)
        return status


def _copy(printed: BinaryIO, log: Path, prefix: bytes, on_line: Callable[[str], None]) -> None:
    with printed, log.open("wb") as kept:
        for text in printed:
            kept.write(text)
            kept.flush()
            on_line(text.decode(errors="replace"))
            with _showing:
                sys.stdout.buffer.write(prefix + text)
                sys.stdout.buffer.flush()
