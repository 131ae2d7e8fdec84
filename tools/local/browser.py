"""The browser tests: two stacks, each with a worker that takes the next file from one queue. What failed is tried again, up to twice,
alone, each file on a stack of its own: a test that failed has changed the one that it ran on.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from . import browser_queue, builds, circles, e2e, places, reports, say, seconds, spaced, tee, up, watch

# One stack alone leaves half of two cores idle.
WORKERS = ["1", "2"]
TESTS = places.FRONTENDS / "e2e" / "tests"
# Which Chromium the tests take: the packaged one unless told, since any other may be newer than they are.
CHOSEN = "KAJO_BROWSER"
INSTALLED = [Path("/usr/bin/chromium"), Path("/usr/bin/chromium-browser"), Path("/usr/bin/google-chrome")]
# So many files are tried again; more is no accident.
MOST_AGAIN = 8
TRIES = 3


def run(circle: circles.Circle, minutes: float, browser: str = "packaged") -> reports.Count:
    """All files of a circle; the apps and the platform are built."""
    until = time.monotonic() + minutes * 60
    title = "e2e" if browser == "packaged" else f"e2e-{browser}"
    files = [file for file in sorted(TESTS.glob("*.test.ts")) if circle.long or not browser_queue.is_long(file)]
    results = _queued(files, circle, until, browser, title, WORKERS)
    for again in range(2, TRIES + 1):
        failed = [file for file in results.failed() if not file.startswith(browser_queue.LAST)]
        if results.lost or not failed or len(failed) > MOST_AGAIN:
            break
        for name in failed:
            if time.monotonic() < until:
                say.line(f"{name} is tried again, alone")
                second = _queued([TESTS / name], circle, until, browser, f"{title}-{again}", ["1"])
                results.take_second_try(name, second)
    if not circle.long and not results.lost:
        seconds.keep("browser", results.seconds)
    _write_junit(results, places.REPORTS / f"{title}.xml")
    return _count(results, "" if browser == "packaged" else f"{browser}: ")


def has_installed() -> bool:
    """Whether this machine has a browser of its own."""
    return any(program.exists() for program in INSTALLED)


def _queued(
    files: list[Path], circle: circles.Circle, until: float, browser: str, title: str, workers: list[str]
) -> browser_queue.Results:
    """Run files by a queue, one worker for each name."""
    with_last = any(file.name == browser_queue.LAST for file in files)
    ordered = seconds.longest_first("browser", [file.name for file in files if file.name != browser_queue.LAST])
    breaks = {file.name for file in files if browser_queue.breaking(file)}
    workers = workers[: max(1, min(len(workers), len(ordered)))]
    queue = browser_queue.Queue(
        [name for name in ordered if name not in breaks], [name for name in ordered if name in breaks], with_last, workers
    )
    server = browser_queue.Server(queue)
    try:
        _work(queue, server.url, circle, until, browser, title, workers)
    finally:
        server.close()
    return queue.results


def _work(
    queue: browser_queue.Queue, url: str, circle: circles.Circle, until: float, browser: str, title: str, workers: list[str]
) -> None:
    command = [sys.executable, str(spaced.stack_tool()), "e2e", "--", *builds.npm_command("e2e")]
    running = {}
    for worker in workers:
        told = {"KAJO_E2E_QUEUE": url, "KAJO_E2E_WORKER": worker, "KAJO_REPORTS": str(places.REPORTS), CHOSEN: browser}
        told |= {"KAJO_E2E_LONG": "1"} if circle.long else {}
        lost: list[str] = []
        started = tee.Teed(
            command,
            places.REPORTS / f"{title}-{worker}.log",
            {**os.environ, **told, **spaced.environment()},
            f"browser {worker} | ",
            on_line=lambda line, lost=lost: lost.append(line) if line.startswith(e2e.LOST_LINE) else None,
        )
        minutes = max(0.0, until - time.monotonic()) / 60
        running[worker] = watch.ended(started, f"browser worker {worker}", minutes), lost
    # Each is waited for by itself: a worker that ends without a word must not keep the other waiting.
    watchers = [threading.Thread(target=_watch, args=(queue, worker, *each), daemon=True) for worker, each in running.items()]
    for watcher in watchers:
        watcher.start()
    try:
        while any(watcher.is_alive() for watcher in watchers):
            time.sleep(0.2)
            if queue.results.lost:
                # What runs on the other stack changes nothing any more.
                for each, _ in running.values():
                    watch.end(each)
    except up.Ended:
        for each, _ in running.values():
            each.process.terminate()
        for watcher in watchers:
            watcher.join()
        raise


def _watch(queue: browser_queue.Queue, worker: str, running: tee.Teed, lost: list[str]) -> None:
    status = running.wait()
    why = running.reason or (lost[0].removeprefix(e2e.LOST_LINE).split(";")[0] if lost else "")
    queue.leave(worker, why or (f"the worker ended with code {status}" if status else ""))


def _count(results: browser_queue.Results, before: str) -> reports.Count:
    total = reports.Count()
    for (file, name), test in results.tests.items():
        title = f"{before}{file} {name}"
        total.took[title] = test.seconds
        total.passed += test.state == "passed"
        total.skipped += test.state == "skipped"
        if test.state == "failed":
            total.failed += 1
            total.names.append(title)
        if test.flaky:
            total.flaky.append(title)
        if test.said:
            total.words[title] = reports.first_lines(test.said)
    for file, errors in results.errors.items():
        name = f"{file} broke outside of its tests"
        total.add(reports.Count(failed=1, names=[name], words={name: reports.first_lines("\n".join(errors))}))
    for file, errors in results.broken.items():
        name = f"{file} (outside of its tests)"
        total.add(reports.Count(flaky=[name], words={name: reports.first_lines("\n".join(errors))}))
    if results.lost:
        name = f"the browser run ended early: {results.lost}"
        left = [f"not run: {', '.join(results.not_run)}"] if results.not_run else []
        total.add(reports.Count(failed=1, names=[name], words={name: left}))
    elif total.passed + total.failed + total.skipped == 0:
        total.add(reports.Count(failed=1, names=["no browser test ran"]))
    return total


def _write_junit(results: browser_queue.Results, file: Path) -> None:
    """What other programs read: a flaky test has passed."""
    root = ElementTree.Element("testsuites")
    for (of, name), test in results.tests.items():
        case = ElementTree.SubElement(root, "testcase", classname=of, name=name, time=f"{test.seconds:.3f}")
        if test.state == "failed":
            ElementTree.SubElement(case, "failure").text = _xml(test.said)
        elif test.state != "passed":
            ElementTree.SubElement(case, "skipped")
        elif test.flaky:
            ElementTree.SubElement(case, reports.FLAKY).text = _xml(test.said)
    file.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)


def _xml(said: str) -> str:
    """Without the characters that no XML may hold."""
    return "".join(letter for letter in reports.COLOUR.sub("", said) if letter in "\n\t" or letter >= " ")
