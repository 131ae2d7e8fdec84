"""Counting what the test reports say: JUnit files, and logs as a Rust test program writes them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

CARGO_SUMMARY = re.compile(r"^test result: [\w ]+\. (\d+) passed; (\d+) failed; (\d+) ignored", re.MULTILINE)
CARGO_FAILED = re.compile(r"^test (\S+)(?: - [^.]*)? +\.\.\. FAILED", re.MULTILINE)
CARGO_OUTPUT = re.compile(r"^---- (\S+) stdout ----\n(.*?)(?=^---- |^failures:|\Z)", re.MULTILINE | re.DOTALL)
# What Vitest caught outside of any test.
UNCAUGHT = re.compile(r"^\W*Unhandled ", re.MULTILINE)
# How nextest marks what passed when it was tried again.
FLAKY = "flakyFailure"
BAD = ("failure", "error", "skipped")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# Of what a failed test says: enough to see the cause in the last lines of a run.
WORDS_LINES = 28
WORDS_COLUMNS = 240


@dataclass
class Count:
    """Passed, failed and skipped tests, the names of the failed and the flaky ones and what each of those said, and times."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    names: list[str] = field(default_factory=list)
    words: dict[str, list[str]] = field(default_factory=dict)
    # Passed only when they were tried again.
    flaky: list[str] = field(default_factory=list)
    # Seconds of each test.
    took: dict[str, float] = field(default_factory=dict)

    def add(self, other: Count) -> None:
        """Sum up."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.names += other.names
        self.words.update(other.words)
        self.flaky += other.flaky
        self.took.update(other.took)

    def slowest(self, most: int) -> list[tuple[float, str]]:
        """The tests that took longest."""
        return sorted(((took, name) for name, took in self.took.items()), reverse=True)[:most]

    def __str__(self) -> str:
        remarks = [f"{self.skipped} skipped"] * bool(self.skipped) + [f"{len(self.flaky)} flaky"] * bool(self.flaky)
        return ", ".join([f"{self.passed} passed, {self.failed} failed", *remarks])


def cargo(log: Path) -> Count:
    """What one Rust test program printed."""
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
    total = Count()
    for passed, failed, ignored in CARGO_SUMMARY.findall(text):
        total.add(Count(int(passed), int(failed), int(ignored)))
    total.names = CARGO_FAILED.findall(text)
    total.words = {name: first_lines(said) for name, said in CARGO_OUTPUT.findall(text)}
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
        name = f"{case.get('classname', '')} {case.get('name', '')}".strip()
        total.took[name] = float(case.get("time") or 0)
        # An element without children is falsy.
        broken = next((part for part in (case.find("failure"), case.find("error")) if part is not None), None)
        before = case.find(FLAKY)
        if broken is not None:
            total.failed += 1
            total.names.append(name)
            total.words[name] = first_lines(broken.text or broken.get("message", ""))
        elif case.find("skipped") is not None:
            total.skipped += 1
        else:
            total.passed += 1
            if before is not None:
                total.flaky.append(name)
                total.words[name] = first_lines(before.text or before.get("message", ""))
    return total


def replace_by_second_try(first: Path, again: Path) -> None:
    """Write into `first` what passed in `again`: it has passed, and is flaky."""
    tree, second = ElementTree.parse(first), ElementTree.parse(again)
    passed = {_key(case) for case in second.getroot().iter("testcase") if not any(case.find(bad) is not None for bad in BAD)}
    for case in tree.getroot().iter("testcase"):
        broken = next((part for part in (case.find("failure"), case.find("error")) if part is not None), None)
        if broken is not None and _key(case) in passed:
            # As nextest writes it.
            broken.tag = FLAKY
    tree.write(first, encoding="utf-8", xml_declaration=True)


def failed_files(file: Path) -> list[str]:
    """The files of tests in which something failed, as Vitest names them."""
    try:
        cases = list(ElementTree.parse(file).getroot().iter("testcase"))
    except (ElementTree.ParseError, FileNotFoundError):
        return []
    return sorted({case.get("classname", "") for case in cases if case.find("failure") is not None or case.find("error") is not None})


def _key(case: ElementTree.Element) -> tuple[str | None, str | None]:
    return case.get("classname"), case.get("name")


def checked(count: Count, status: int, what: str, log: Path, reason: str = "") -> Count:
    """A run that failed without a failed test (it did not build, it crashed, it left an error uncaught) is a failure, too.

    So is one that was ended for a `reason`, whatever its tests say.
    """
    if reason:
        count.add(Count(failed=1, names=[reason], words={reason: why(log)}))
    elif status != 0 and count.failed == 0:
        name = f"{what} ended with code {status}"
        count.add(Count(failed=1, names=[name], words={name: why(log)}))
    return count


def write_flaky(total: Count, file: Path) -> None:
    """One line each: what passed only when it was tried again, and the first line of what it said before."""
    lines = [f"{name}\t{next(iter(total.words.get(name, [])), '')}\n" for name in sorted(total.flaky)]
    file.write_text("".join(lines), encoding="utf-8")


def why(log: Path) -> list[str]:
    """What a run said that failed without a failed test: from its first uncaught error on, or else its last lines."""
    text = COLOUR.sub("", log.read_text(encoding="utf-8", errors="replace")) if log.exists() else ""
    uncaught = UNCAUGHT.search(text)
    if uncaught:
        return first_lines(text[uncaught.start() :])
    return [line.rstrip()[:WORDS_COLUMNS] for line in text.splitlines() if line.strip()][-WORDS_LINES:]


def first_lines(said: str) -> list[str]:
    """The beginning of what a test said, enough to see the cause."""
    lines = [line.rstrip()[:WORDS_COLUMNS] for line in said.splitlines() if line.strip()]
    return lines[:WORDS_LINES]
