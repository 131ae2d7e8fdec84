"""`./just test` is the gate, `./just test all` everything there is, one sum at the end (docs/guides/test.md)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Callable

from . import browser, builds, circles, e2e, minutes, named, places, reports, rust_tests, say, spaced, tee, test_servers, up, watch

# Outside this repository: counts which rows of the feature list a passing test proves.
FEATURE_COVERAGE = places.ROOT.parent / "shared" / "tools" / "feature-coverage"
SLOWEST = 20
FLAKY = places.REPORTS / "flaky.tsv"
# What stands for a whole circle, and the parts of one.
EVERYTHING = "all"
BUILD = "build"
PARTS = ("rust", "frontends", "kill", "e2e")
# A file of front-end tests in which something failed is tried so often in all.
TRIES = 3

Part = Callable[[], reports.Count]


def run(arguments: list[str]) -> int:
    """Run a circle (`all`; the gate without a word), some parts of it, or tests by name; 0 when nothing failed."""
    builds.need("cargo", "node", "npm")
    circle = circles.ALL if EVERYTHING in arguments else circles.GATE
    parts = [argument for argument in arguments if argument != EVERYTHING]
    if not set(parts) <= set(PARTS):
        return _by_name(arguments)
    _fresh_reports()
    total = reports.Count()
    took = minutes.Minutes()
    run = Run(circle)
    try:
        with up.ending_signals():
            for title, part in run.plan(parts):
                say.line(f"\n== {title}")
                with took.part(title):
                    total.add(_or_failed(title, part))
                if title == BUILD and total.failed:
                    # What was built before tells nothing of the sources.
                    break
    except up.Ended:
        say.line("\nstopped by hand")
        return 130
    for late in [] if arguments else took.over():
        total.add(reports.Count(failed=1, names=[late]))
    _summary(took.table(), total, with_coverage=True)
    return 1 if total.failed else 0


class Run:
    """One run of a circle, whose time begins with it."""

    def __init__(self, circle: circles.Circle) -> None:
        self._circle = circle
        self._until = time.monotonic() + circle.whole * 60

    def plan(self, chosen: list[str]) -> list[tuple[str, Part]]:
        """Title and work, one after the other. Tests of the front ends run beside what mostly waits for servers."""
        wanted = set(chosen or PARTS) - ({"kill"} if not self._circle.long and not chosen else set())
        plan: list[tuple[str, Part]] = [(BUILD, self._build)]
        if wanted & {"rust", "frontends"}:
            both = {"rust", "frontends"} <= wanted
            plan.append(("rust, front ends", self._rust_beside_front_ends) if both else self._one_of(wanted))
        if "kill" in wanted:
            plan.append(("kills", self._kill))
        if "e2e" in wanted:
            plan.append(("browser tests", self._browser))
            if self._circle.long and browser.has_installed():
                plan.append(("journeys, installed browser", self._installed_browser))
        return plan

    def _one_of(self, wanted: set[str]) -> tuple[str, Part]:
        return ("rust tests", self._rust) if "rust" in wanted else ("front ends", self._front_ends)

    def _minutes(self, most: float) -> float:
        """How long a part may take."""
        return max(0.0, min(most, (self._until - time.monotonic()) / 60))

    def _build(self) -> reports.Count:
        rust_tests.build()
        builds.frontends()
        return reports.Count()

    def _rust(self) -> reports.Count:
        with test_servers.while_running() as environment:
            return rust_tests.run(self._circle, environment, test_servers.lost, self._minutes(self._circle.rust))

    def _front_ends(self) -> reports.Count:
        log = places.REPORTS / "npm-test.txt"
        report = places.REPORTS / "frontends.xml"
        limit = self._minutes(self._circle.front_ends)
        status, reason = _vitest([], log, limit)
        kept = report.with_suffix(".first")
        for _ in range(TRIES - 1):
            failed = reports.failed_files(report)
            if reason or not failed:
                break
            shutil.move(report, kept)
            again, reason = _vitest(failed, log.with_name("npm-test-again.txt"), limit)
            if report.exists():
                reports.replace_by_second_try(kept, report)
            shutil.move(kept, report)
            status = 0 if again == 0 else status
        return reports.checked(reports.junit(report), status, "npm run test", log, reason)

    def _rust_beside_front_ends(self) -> reports.Count:
        beside: list[reports.Count] = []
        running = threading.Thread(target=lambda: beside.append(_or_failed("front ends", self._front_ends)), daemon=True)
        running.start()
        total = _or_failed("rust tests", self._rust)
        while running.is_alive():
            running.join(timeout=0.2)
        for count in beside:
            total.add(count)
        return total

    def _kill(self) -> reports.Count:
        program = next(test for test in rust_tests.build() if test.name == rust_tests.KILL)
        kills = rust_tests.Kills(program, spaced.stack_tool(), spaced.environment(), self._minutes(circles.ALL.kills))
        try:
            return kills.result()
        except up.Ended:
            kills.stop()
            raise

    def _browser(self) -> reports.Count:
        return browser.run(self._circle, self._minutes(self._circle.browser))

    def _installed_browser(self) -> reports.Count:
        return browser.run(circles.GATE, self._minutes(circles.GATE.browser), "installed")


def _vitest(files: list[str], log: Path, limit: float) -> tuple[int, str]:
    running = tee.Teed(builds.npm_command("test", *files), log, {**os.environ, **report_folder()}, "front ends | ")
    return watch.ended(running, "the run of the front ends' tests", limit).wait(), running.reason


def _by_name(arguments: list[str]) -> int:
    _fresh_reports()
    try:
        with up.ending_signals():
            total = named.run(arguments)
    except up.Ended:
        say.line("\nstopped by hand")
        return 130
    _summary([], total, with_coverage=False)
    return 1 if total.failed else 0


def _fresh_reports() -> None:
    shutil.rmtree(places.REPORTS, ignore_errors=True)
    places.REPORTS.mkdir(parents=True)


def _or_failed(name: str, part: Part) -> reports.Count:
    """One part that cannot run counts as one failure and does not keep the others from running."""
    try:
        return part()
    except say.Trouble as trouble:
        say.line(str(trouble))
        return reports.Count(failed=1, names=[f"{name}: {str(trouble).splitlines()[0]}"])


def accept_gallery() -> int:
    """Pictures of the components as they are now become those that the test compares with."""
    builds.need("cargo", "node", "npm")
    os.environ["KAJO_GALLERY"] = "accept"
    return e2e.run(builds.npm_command("gallery:accept"))


def pictures() -> int:
    """Pictures of every screen and a contact sheet per app, in .local/pictures."""
    builds.need("cargo", "node", "npm")
    return e2e.run(builds.npm_command("pictures"))


def report_folder() -> dict[str, str]:
    """Where the reports of the front ends go."""
    return {"KAJO_REPORTS": str(places.REPORTS)}


def _summary(times: list[str], total: reports.Count, with_coverage: bool) -> None:
    sys.stdout.flush()
    reports.write_flaky(total, FLAKY)
    if with_coverage and FEATURE_COVERAGE.exists():
        print(flush=True)
        subprocess.run([sys.executable, str(FEATURE_COVERAGE), str(places.REPORTS)], check=False)
    if with_coverage:
        print(f"\nthe {SLOWEST} slowest tests")
        for took, name in total.slowest(SLOWEST):
            print(f"  {took:7.1f} s  {name}")
    print()
    for row in times:
        print(row)
    for kind, names in (("FLAKY", total.flaky), ("FAILED", total.names)):
        for name in names:
            print(f"  {kind} {name}")
            for said in total.words.get(name, []):
                print(f"      {said}")
    print(f"  reports: {places.REPORTS}")
    if total.flaky:
        print(f"  {len(total.flaky)} flaky: failed, and passed when tried again ({FLAKY.name})")
    print(f"{total.passed} passed, {total.failed} failed", flush=True)
