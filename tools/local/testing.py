"""`./just test`: all Rust tests, all Vitest tests, all browser tests, one sum at the end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Callable

from . import browser, builds, compiler, e2e, minutes, named, places, reports, rust_tests, say, spaced, tee, test_servers, up

# Outside this repository: counts which rows of the feature list a passing test proves.
FEATURE_COVERAGE = places.ROOT.parent / "shared" / "tools" / "feature-coverage"
SLOWEST = 20


def run(arguments: list[str]) -> int:
    """Run everything, some parts (`rust`, `frontends`, `kill`, `e2e`), or tests by name; 0 when nothing failed."""
    builds.need("cargo", "node", "npm")
    parts = {"rust": _rust, "frontends": _frontends, "kill": _kill, "e2e": _browser}
    if arguments and not set(arguments) <= set(parts):
        return _by_name(arguments)
    _fresh_reports()
    total = reports.Count()
    took = minutes.Minutes()
    try:
        with up.ending_signals():
            for title, names, part in _plan(arguments, parts):
                say.line(f"\n== {', '.join(names)}")
                with took.part(title):
                    total.add(_or_failed(title, part))
    except up.Ended:
        say.line("\nstopped by hand")
        return 130
    for late in [] if arguments else took.over():
        total.add(reports.Count(failed=1, names=[late]))
    _summary(took.table(), total, with_coverage=True)
    return 1 if total.failed else 0


Part = Callable[[], reports.Count]


def _plan(chosen: list[str], parts: dict[str, Part]) -> list[tuple[str, list[str], Part]]:
    """Title, names and work, one after the other. Kill tests mostly wait, so that they run beside those of the front ends."""
    plan: list[tuple[str, list[str], Part]] = [
        ("rust tests", ["rust"], _rust),
        ("front ends, kills", ["frontends", "kill"], _frontends_beside_kill),
        ("browser tests", ["e2e"], _browser),
    ]
    if not chosen:
        return plan
    return [
        (title, names, part if len(names) > 1 else parts[names[0]])
        for title, all_names, part in plan
        if (names := [name for name in all_names if name in chosen])
    ]


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


def _rust() -> reports.Count:
    programs = [test for test in rust_tests.programs() if test.name != rust_tests.KILL]
    with test_servers.while_running() as environment:
        done = rust_tests.run({test: [] for test in programs}, environment)
    if done.failed():
        # On servers of their own: what broke may have been the servers.
        with test_servers.while_running() as environment:
            rust_tests.again(done, programs, environment)
    return done.count()


def _kill() -> reports.Count:
    return _kills(_kill_program()).result()


def _kill_program() -> compiler.TestProgram:
    return next(test for test in rust_tests.programs() if test.name == rust_tests.KILL)


def _kills(program: compiler.TestProgram) -> rust_tests.Kills:
    return rust_tests.Kills(program, spaced.stack_tool(), spaced.environment())


def _frontends() -> reports.Count:
    if not builds.frontend_packages():
        return reports.Count()
    log = places.REPORTS / "npm-test.log"
    status = tee.Teed(builds.npm_command("test"), log, {**os.environ, **report_folder()}).wait()
    return reports.checked(reports.junit(places.REPORTS / "frontends.xml"), status, "npm run test", log)


def _frontends_beside_kill() -> reports.Count:
    kills = _kills(_kill_program())
    try:
        count = _or_failed("front ends", _frontends)
        count.add(kills.result())
        return count
    except up.Ended:
        kills.stop()
        raise


def _browser() -> reports.Count:
    builds.frontend_packages()
    builds.frontends()
    builds.rust()
    return browser.run()


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
        print(f"  {len(total.flaky)} flaky: failed, and passed when tried again")
    print(f"{total.passed} passed, {total.failed} failed", flush=True)
