"""The Rust test programs, side by side: the longest begin first, each has a log of its own.

A program that says nothing for long hangs, and is ended. What failed is tried once more at the end, alone, as browser tests are: passing
then, it counts, and stands as flaky in the summary.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from . import compiler, places, reports, say, seconds, silence, tee, up

# So many programs at once, each with as many threads as there are cores: most of them wait for Postgres most of the time.
AT_ONCE = 2
# Kills the servers that it runs on, so it has a stack of its own, beside tests that need none.
KILL = "platform-kill"
LOGS = places.REPORTS / "rust"
# A test program of Rust tells times only when asked as an unstable compiler would be; it changes nothing else.
WITH_TIMES = ["-Z", "unstable-options", "--report-time"]
CARGO_RESULT = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed;", re.MULTILINE)
ENDED = re.compile(r"^test (\S+)(?: - [^.]*)? +\.\.\. (?:ok|FAILED)")


@dataclass
class Run:
    """What a set of programs came to."""

    statuses: dict[str, int] = field(default_factory=dict)
    took: dict[str, float] = field(default_factory=dict)
    # What passed when it was tried again, with what it had said before.
    flaky: dict[str, list[str]] = field(default_factory=dict)

    def count(self) -> reports.Count:
        """The sum, with a failure for each program that failed without a failed test."""
        total = reports.Count(flaky=list(self.flaky), words=dict(self.flaky))
        for name in self.statuses:
            total.add(self.count_of(name))
        return total

    def count_of(self, name: str) -> reports.Count:
        """What one program came to."""
        log = LOGS / f"{name}.log"
        return reports.checked(reports.cargo(log), self.statuses[name], name, log)

    def failed(self) -> list[str]:
        """The programs in which something failed."""
        return [name for name, status in self.statuses.items() if status != 0]


def programs() -> list[compiler.TestProgram]:
    """Build everything as the lint does, and list the test programs."""
    with say.stage("cargo build"):
        built = compiler.build("build", "--workspace", "--all-targets")
    if not built.good:
        raise say.Trouble("cargo build failed (see above)")
    return built.tests


def run(tests: dict[compiler.TestProgram, list[str]], environment: dict[str, str]) -> Run:
    """Run them, `AT_ONCE` at a time, each with the names of tests that are meant (none: all of them)."""
    by_name = {test.name: test for test in tests}
    waiting = seconds.longest_first("rust", list(by_name))
    done = Run()
    running: dict[str, tee.Teed] = {}
    lock = threading.Lock()

    def work() -> None:
        while True:
            with lock:
                if not waiting:
                    return
                name = waiting.pop(0)
                begun = time.monotonic()
                running[name] = start(by_name[name], environment, tests[by_name[name]])
            status = running[name].wait()
            with lock:
                done.statuses[name] = status
                done.took[name] = time.monotonic() - begun

    workers = [threading.Thread(target=work, daemon=True) for _ in range(min(AT_ONCE, len(waiting)))]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            while worker.is_alive():
                worker.join(timeout=0.2)
    except up.Ended:
        with lock:
            waiting.clear()
            for each in running.values():
                each.process.terminate()
        raise
    if not any(tests.values()):
        seconds.keep("rust", done.took)
    return done


def start(test: compiler.TestProgram, environment: dict[str, str], filters: list[str]) -> tee.Teed:
    """Start one program as `cargo test` would: in the folder of its package."""
    full = {**os.environ, **environment, "CARGO_MANIFEST_DIR": str(test.package), "RUSTC_BOOTSTRAP": "1"}
    # Ignored are those alone that need what not every machine has.
    ignored = ["--include-ignored"] if "KAJO_TEST_CLAMD" in environment else []
    command = [str(test.path), *WITH_TIMES, *ignored, *filters]
    return silence.ended(tee.Teed(command, LOGS / f"{test.name}.log", full, f"{test.name} | ", test.package), test.name)


def again(first: Run, programs: list[compiler.TestProgram], environment: dict[str, str]) -> None:
    """Try what failed once more, one program after the other; `first` is what all came to then."""
    by_name = {program.name: program for program in programs}
    for name in first.failed():
        before = first.count_of(name)
        log = LOGS / f"{name}.log"
        text = log.read_text(encoding="utf-8", errors="replace")
        log.rename(log.with_suffix(".first.txt"))
        # A program that hung or crashed does not say which test it was.
        tests = reports.CARGO_FAILED.findall(text)
        first.statuses[name] = start(by_name[name], environment, ["--exact", *tests] if tests else []).wait()
        after = reports.cargo(log)
        passed = [each for each in before.names if each not in after.names] if after.passed or after.failed else []
        first.flaky.update({each: before.words.get(each, []) for each in passed})
        if tests:
            log.write_text(_with_second_try(text, passed), encoding="utf-8")


def _with_second_try(text: str, passed: list[str]) -> str:
    """What a program printed first, as if what passed at the second try had passed then."""
    for name in passed:
        text = re.sub(rf"^(test {re.escape(name)}(?: - [^.]*)? \.\.\. )FAILED", r"\1ok", text, flags=re.MULTILINE)
    return CARGO_RESULT.sub(lambda said: f"test result: tried again. {int(said[1]) + len(passed)} passed; {int(said[2]) - len(passed)} failed;", text)


class Kills:
    """The tests that kill servers, inside a stack that the given `stack.py` starts. They tell no times, so that we take them."""

    def __init__(self, test: compiler.TestProgram, stack: Path, environment: dict[str, str], filters: list[str] = []) -> None:
        self._name = test.name
        self._log = LOGS / f"{test.name}.log"
        self._took: dict[str, float] = {}
        self._begun = time.monotonic()
        command = [sys.executable, str(stack), "e2e", "--", str(test.path), *filters]
        full = {**os.environ, **environment}
        self._running = silence.ended(tee.Teed(command, self._log, full, f"{test.name} | ", test.package, self._hear), test.name)

    def result(self) -> reports.Count:
        """Wait for the end."""
        status = self._running.wait()
        count = reports.checked(reports.cargo(self._log), status, self._name, self._log)
        count.took = self._took
        return count

    def stop(self) -> None:
        """End it and its stack."""
        self._running.process.terminate()
        self._running.wait()

    def _hear(self, line: str) -> None:
        """One test after the other: each lasts from the end of the one before."""
        now = time.monotonic()
        ended = ENDED.match(line)
        if ended:
            self._took[f"{self._name}: {ended[1]}"] = now - self._begun
        if ended or line.startswith("running "):
            self._begun = now
