"""How long the parts of `./just lint` and `./just test` take, held against what each may take on a build server with two cores.

A new service gets 45 seconds of its own tests and 90 of browser tests.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import Iterator

# In minutes, for a clean checkout; the parts that only `./just test all` has are held to none.
BUDGETS = {
    "cheap checks": 0.5,
    "build, clippy, front ends": 6.5,
    "walls, catalogue": 0.3,
    "build": 0.7,
    "rust, front ends": 3.0,
    "browser tests": 7.0,
}
# From so much above its budget on a part is red.
TOLERANCE = 1.15


class Minutes:
    """What the parts of one run took."""

    def __init__(self) -> None:
        self._took: dict[str, float] = {}

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Time one part; it counts also when it fails."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self._took[name] = (time.monotonic() - begun) / 60

    def table(self) -> list[str]:
        """One line per part."""
        return [f"  {name:<28} {took:5.1f} min{_beside(name, took)}" for name, took in self._took.items()]

    def over(self) -> list[str]:
        """The parts that took too long; none unless asked for, since machines are faster, slower or busy: the table names them anyway."""
        if os.environ.get("KAJO_MINUTES") != "hold":
            return []
        return [
            f"{name} took {took:.1f} minutes, its budget is {BUDGETS[name]:.1f} (tools/local/minutes.py)"
            for name, took in self._took.items()
            if took > BUDGETS.get(name, took) * TOLERANCE
        ]


def _beside(name: str, took: float) -> str:
    """The budget of a part, and whether it was kept."""
    if name not in BUDGETS:
        return ""
    return f" of {BUDGETS[name]:4.1f}{'  OVER' if took > BUDGETS[name] * TOLERANCE else ''}"
