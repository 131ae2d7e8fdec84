"""The two circles of tests: the gate is quick and green whenever the code is right; all of them is everything there is (docs/guides/test.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Circle:
    """One of them. Times are in minutes, and far above what a part takes: they end what would never end."""

    # Also the profile of nextest.
    name: str
    # Whether tests that are marked as long run, too.
    long: bool
    rust: float
    front_ends: float
    browser: float
    kills: float
    whole: float

    def environment(self) -> dict[str, str]:
        """What every test is told."""
        return {"KAJO_EFFORT": self.name}


# What a person names: as often as in the gate, and also what is long.
NAMED = Circle("gate", long=True, rust=40, front_ends=15, browser=70, kills=15, whole=100)
GATE = Circle("gate", long=False, rust=20, front_ends=20, browser=18, kills=0, whole=45)
ALL = Circle("all", long=True, rust=40, front_ends=30, browser=70, kills=15, whole=100)
