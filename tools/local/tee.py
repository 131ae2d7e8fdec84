"""Commands whose output is both shown and kept."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO

from . import places


class Teed:
    """A running command; what it prints goes to our output and into a file."""

    def __init__(self, command: list[str], log: Path, environment: dict[str, str], prefix: str = "") -> None:
        """Start it in the root of the checkout. `prefix` begins each line that we show, where several run at once."""
        self.process = subprocess.Popen(
            command, cwd=places.ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self.process.stdout is not None
        # A thread, so that whoever waits can look after other things meanwhile.
        self._copying = threading.Thread(target=_copy, args=(self.process.stdout, log, prefix.encode()), daemon=True)
        self._copying.start()

    def wait(self) -> int:
        """The exit code, once everything that was printed is shown."""
        status = self.process.wait()
        # What it left running may hold its output open; that is not waited for long.
        self._copying.join(timeout=5)
        return status


def _copy(printed: BinaryIO, log: Path, prefix: bytes) -> None:
    with log.open("wb") as kept:
        for text in printed:
            kept.write(text)
            kept.flush()
            sys.stdout.buffer.write(prefix + text)
            sys.stdout.buffer.flush()
