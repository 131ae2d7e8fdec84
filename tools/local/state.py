"""The small JSON file that remembers ports and processes from one command to the next, and its lock."""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator


class State:
    """A JSON object in a file; written whole by rename, so a reader never sees half of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.values: dict[str, dict] = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            self.values = {}

    def section(self, name: str) -> dict:
        """The named part, made empty when it is not there."""
        return self.values.setdefault(name, {})

    def save(self) -> None:
        """Write everything."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(f".{os.getpid()}.new")
        fresh.write_text(json.dumps(self.values, indent=2) + "\n", encoding="utf-8")
        fresh.replace(self.path)


@contextmanager
def locked(path: Path, wait: bool = True) -> Iterator[bool]:
    """Hold an advisory lock on `path`; yields False when it is held elsewhere and we do not `wait`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True
