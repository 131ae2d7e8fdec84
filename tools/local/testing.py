"""`./just test`: all Rust tests, all Vitest tests, all browser tests, one sum at the end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable

from . import builds, e2e, places, reports, say, tee, test_servers, up

# Browser tests by the first letters of their files: each part has a stack of its own, since one leaves half of two cores idle.
E2E_PARTS = ("a-m", "n-z")
# Outside this repository: counts which rows of the feature list a passing test proves.
FEATURE_COVERAGE = places.ROOT.parent / "shared" / "tools" / "feature-coverage"


def run(only: str | None) -> int:
    """Run everything, or one part (`rust`, `frontends`, `e2e`); 0 when nothing failed."""
    builds.need("cargo", "node", "npm")
    shutil.rmtree(places.REPORTS, ignore_errors=True)
    places.REPORTS.mkdir(parents=True)
    parts = {"rust": _rust, "frontends": _frontends, "e2e": _browser}
    if only and only not in parts:
        raise say.Trouble(f"no such part: {only} (there are {', '.join(parts)})")
    total = reports.Count()
    rows = []
    try:
        with up.ending_signals():
            for name, part in parts.items():
                if only in (None, name):
                    say.line(f"\n== {name}")
                    begun = time.monotonic()
                    count = _or_failed(name, part)
                    total.add(count)
                    rows.append(f"  {name:<12} {time.monotonic() - begun:7.1f} s  {count}")
    except up.Ended:
        say.line("\nstopped by hand")
        return 130
    _summary(rows, total)
    return 1 if total.failed else 0


def _or_failed(name: str, part: Callable[[], reports.Count]) -> reports.Count:
    """One part that cannot run counts as one failure and does not keep the others from running."""
    try:
        return part()
    except say.Trouble as trouble:
        say.line(str(trouble))
        return reports.Count(failed=1, names=[f"{name}: {str(trouble).splitlines()[0]}"])


def _rust() -> reports.Count:
    cluster, server, started = test_servers.up()
    try:
        log = places.REPORTS / "cargo.log"
        environment = {**os.environ, **test_servers.environment(cluster, server)}
        status = _teed(["cargo", "test", "--workspace", "--no-fail-fast"], log, environment)
        return _checked(reports.cargo(log), status, "cargo test", log)
    finally:
        # Somebody else's servers stay; ours leave nothing behind.
        if started:
            with up.undisturbed():
                test_servers.down()


def _frontends() -> reports.Count:
    if not builds.frontend_packages():
        return reports.Count()
    before = _junit_files()
    log = places.REPORTS / "npm-test.log"
    status = _teed(_npm("test"), log, {**os.environ, **_report_folder()})
    return _checked(_in_junit_files(before), status, "npm run test", log)


def _browser() -> reports.Count:
    if "e2e" not in builds.scripts():
        say.line("frontends/ has no script 'e2e' yet")
        return reports.Count()
    builds.frontends()
    builds.rust()
    before = _junit_files()
    command = [sys.executable, str(places.ROOT / "tools" / "stack.py"), "e2e", "--", *_npm("e2e")]
    logs = {part: places.REPORTS / f"npm-e2e-{part}.log" for part in E2E_PARTS}
    runs = {
        part: tee.Teed(command, log, {**os.environ, **_report_folder(), "KAJO_E2E_PART": part}, f"{part} | ")
        for part, log in logs.items()
    }
    statuses = _all_ended(runs)
    count = _in_junit_files(before)
    for part, status in statuses.items():
        count = _checked(count, status, f"npm run e2e ({part})", logs[part])
    return count


def _all_ended(runs: dict[str, tee.Teed]) -> dict[str, int]:
    try:
        return {name: run.wait() for name, run in runs.items()}
    except up.Ended:
        for run in runs.values():
            run.process.send_signal(signal.SIGINT)
        for run in runs.values():
            run.wait()
        raise


def accept_gallery() -> int:
    """Pictures of the components as they are now become those that the test compares with."""
    builds.need("cargo", "node", "npm")
    builds.frontends()
    builds.rust()
    os.environ["KAJO_GALLERY"] = "accept"
    return e2e.run(_npm("gallery:accept"))


def pictures() -> int:
    """Pictures of every screen and a contact sheet per app, in .local/pictures."""
    builds.need("cargo", "node", "npm")
    builds.frontends()
    builds.rust()
    return e2e.run(_npm("pictures"))


def _npm(script: str) -> list[str]:
    return ["npm", "--no-update-notifier", "--prefix", str(places.FRONTENDS), "run", script]


def _junit_files() -> set[Path]:
    return set(places.REPORTS.rglob("*.xml"))


def _in_junit_files(before: set[Path]) -> reports.Count:
    count = reports.Count()
    for file in sorted(_junit_files() - before):
        count.add(reports.junit(file))
    return count


def _checked(count: reports.Count, status: int, what: str, log: Path) -> reports.Count:
    """A run that failed without a failed test (it did not build, it crashed, it left an error uncaught) is a failure, too."""
    if status != 0 and count.failed == 0:
        name = f"{what} ended with code {status}"
        count.add(reports.Count(failed=1, names=[name], words={name: reports.why(log)}))
    return count


def _report_folder() -> dict[str, str]:
    return {"KAJO_REPORTS": str(places.REPORTS)}


def _teed(command: list[str], log: Path, environment: dict[str, str]) -> int:
    """Run a command, its output both shown and kept."""
    return _all_ended({"": tee.Teed(command, log, environment)})[""]


def _summary(rows: list[str], total: reports.Count) -> None:
    sys.stdout.flush()
    if FEATURE_COVERAGE.exists():
        print(flush=True)
        subprocess.run([sys.executable, str(FEATURE_COVERAGE), str(places.REPORTS)], check=False)
    print()
    for row in rows:
        print(row)
    for name in total.names:
        print(f"  FAILED {name}")
        for said in total.words.get(name, []):
            print(f"      {said}")
    print(f"  reports: {places.REPORTS}")
    print(f"{total.passed} passed, {total.failed} failed", flush=True)
