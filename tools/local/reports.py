"""Counting what the test reports say: the log of `cargo test` and JUnit files."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

CARGO_SUMMARY = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", re.MULTILINE)
CARGO_FAILED = re.compile(r"^test (\S+)(?: - [^.]*)? \.\.\. FAILED", re.MULTILINE)
CARGO_OUTPUT = re.compile(r"^---- (\S+) stdout ----\n(.*?)(?=^---- |^failures:|\Z)", re.MULTILINE | re.DOTALL)
# What Vitest caught outside of any test.
UNCAUGHT = re.compile(r"^\W*Unhandled ", re.MULTILINE)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# Of what a failed test says: enough to see the cause in the last lines of a run.
WORDS_LINES = 28
WORDS_COLUMNS = 240


@dataclass
class Count:
    """Passed, failed and skipped tests, the names of the failed ones and what each of those said."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    names: list[str] = field(default_factory=list)
    words: dict[str, list[str]] = field(default_factory=dict)

    def add(self, other: Count) -> None:
        """Sum up."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.names += other.names
        self.words.update(other.words)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else "")


def cargo(log: Path) -> Count:
    """What `cargo test` printed."""
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    total = Count()
    for passed, failed, ignored in CARGO_SUMMARY.findall(text):
        total.add(Count(int(passed), int(failed), int(ignored)))
    total.names = CARGO_FAILED.findall(text)
    total.words = {name: _first_lines(said) for name, said in CARGO_OUTPUT.findall(text)}
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
        # An element without children is falsy.
        broken = next((part for part in (case.find("failure"), case.find("error")) if part is not None), None)
        if broken is not None:
            name = f"{case.get('classname', '')} {case.get('name', '')}".strip()
            total.failed += 1
            total.names.append(name)
            total.words[name] = _first_lines(broken.text or broken.get("message", ""))
        elif case.find("skipped") is not None:
            total.skipped += 1
        else:
            total.passed += 1
    return total


def why(log: Path) -> list[str]:
    """What a run said that failed without a failed test: from its first uncaught error on, or else its last lines."""
    text = COLOUR.sub("", log.read_text(encoding="utf-8", errors="replace")) if log.exists() else ""
    uncaught = UNCAUGHT.search(text)
    if uncaught:
        return _first_lines(text[uncaught.start() :])
    return [line.rstrip()[:WORDS_COLUMNS] for line in text.splitlines() if line.strip()][-WORDS_LINES:]


def _first_lines(said: str) -> list[str]:
    lines = [line.rstrip()[:WORDS_COLUMNS] for line in said.splitlines() if line.strip()]
    return lines[:WORDS_LINES]
