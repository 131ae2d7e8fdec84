"""Counting what the test reports say: the log of `cargo test` and JUnit files."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

CARGO_SUMMARY = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", re.MULTILINE)
CARGO_FAILED = re.compile(r"^test (\S+)(?: - [^.]*)? \.\.\. FAILED", re.MULTILINE)


@dataclass
class Count:
    """Passed, failed and skipped tests, and the names of the failed ones."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    names: list[str] = field(default_factory=list)

    def add(self, other: Count) -> None:
        """Sum up."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.names += other.names

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else "")


def cargo(log: Path) -> Count:
    """What `cargo test` printed."""
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    total = Count()
    for passed, failed, ignored in CARGO_SUMMARY.findall(text):
        total.add(Count(int(passed), int(failed), int(ignored)))
    total.names = CARGO_FAILED.findall(text)
    # A test program that was killed has no summary, but its failed lines stand there.
    total.failed = max(total.failed, len(total.names))
    return total


def junit(file: Path) -> Count:
    """What one JUnit file says."""
    total = Count()
    try:
        cases = list(ElementTree.parse(file).getroot().iter("testcase"))
    except (ElementTree.ParseError, FileNotFoundError):
        return Count(failed=1, names=[f"{file.name} is not a JUnit file"])
    for case in cases:
        if case.find("failure") is not None or case.find("error") is not None:
            total.failed += 1
            total.names.append(f"{case.get('classname', '')} {case.get('name', '')}".strip())
        elif case.find("skipped") is not None:
            total.skipped += 1
        else:
            total.passed += 1
    return total
