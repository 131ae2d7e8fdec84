"""What a person at the terminal reads: one line per stage with its time, one line per trouble."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator


class Trouble(Exception):
    """Something the person at the terminal has to know; the text says what to do."""


def line(text: str) -> None:
    """Print progress. It goes to stderr, so that `test-servers env` keeps stdout for its exports."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def stage(name: str) -> Iterator[list[str]]:
    """Time one stage; the body may append remarks that are printed behind the name."""
    remarks: list[str] = []
    started = time.monotonic()
    yield remarks
    line(f"  {name:<22} {time.monotonic() - started:6.1f} s  {'; '.join(remarks)}".rstrip())


def last_lines(log: Path, count: int = 15) -> str:
    """The end of a log, indented, for a message about a server that did not come up."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-count:]
    except FileNotFoundError:
        return "    (no log)"
    return "\n".join(f"    {text}" for text in lines) or "    (empty log)"
