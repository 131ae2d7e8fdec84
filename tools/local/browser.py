"""The browser tests: two stacks, each with a worker that takes the next file from one queue."""

from __future__ import annotations

import os
import sys
import threading
import xml.etree.ElementTree as ElementTree

from . import builds, browser_queue, places, reports, say, seconds, silence, spaced, tee, up

# One stack alone leaves half of two cores idle.
WORKERS = ["1", "2"]
TESTS = places.FRONTENDS / "e2e" / "tests"
JUNIT = places.REPORTS / "e2e.xml"


def run(names: list[str] | None = None) -> reports.Count:
    """All files, or those with these names; the apps and the platform are built."""
    files = [file for file in sorted(TESTS.glob("*.test.ts")) if names is None or file.name in names]
    with_last = any(file.name == browser_queue.LAST for file in files)
    ordered = seconds.longest_first("browser", [file.name for file in files if file.name != browser_queue.LAST])
    breaks = {file.name for file in files if browser_queue.breaking(file)}
    workers = WORKERS[: max(1, min(len(WORKERS), len(ordered)))]
    queue = browser_queue.Queue(
        [name for name in ordered if name not in breaks], [name for name in ordered if name in breaks], with_last, workers
    )
    server = browser_queue.Server(queue)
    try:
        _work(queue, server.url, workers)
    finally:
        server.close()
    if names is None and not queue.results.lost:
        seconds.keep("browser", queue.results.seconds)
    _write_junit(queue.results)
    return _count(queue.results)


def _work(queue: browser_queue.Queue, url: str, workers: list[str]) -> None:
    command = [sys.executable, str(spaced.stack_tool()), "e2e", "--", *builds.npm_command("e2e")]
    running = {}
    for worker in workers:
        told = {"KAJO_E2E_QUEUE": url, "KAJO_E2E_WORKER": worker, "KAJO_REPORTS": str(places.REPORTS), **spaced.environment()}
        log = places.REPORTS / f"e2e-{worker}.log"
        started = tee.Teed(command, log, {**os.environ, **told}, f"browser {worker} | ")
        running[worker] = silence.ended(started, f"browser worker {worker}")
    # Each is waited for by itself: a worker that ends without a word must not keep the other waiting.
    watchers = [threading.Thread(target=_watch, args=(queue, *each), daemon=True) for each in running.items()]
    for watcher in watchers:
        watcher.start()
    try:
        for watcher in watchers:
            while watcher.is_alive():
                watcher.join(timeout=0.2)
    except up.Ended:
        for each in running.values():
            each.process.terminate()
        for watcher in watchers:
            watcher.join()
        raise


def _watch(queue: browser_queue.Queue, worker: str, running: tee.Teed) -> None:
    queue.leave(worker, running.wait())


def _count(results: browser_queue.Results) -> reports.Count:
    total = reports.Count()
    for (file, name), test in results.tests.items():
        title = f"{file} {name}"
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


def _write_junit(results: browser_queue.Results) -> None:
    """What other programs read: a flaky test has passed."""
    root = ElementTree.Element("testsuites")
    for (file, name), test in results.tests.items():
        case = ElementTree.SubElement(root, "testcase", classname=file, name=name, time=f"{test.seconds:.3f}")
        if test.state == "failed":
            ElementTree.SubElement(case, "failure").text = _xml(test.said)
        elif test.state != "passed":
            ElementTree.SubElement(case, "skipped")
        elif test.flaky:
            ElementTree.SubElement(case, "system-out").text = _xml(f"flaky: {test.said}")
    JUNIT.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(root).write(JUNIT, encoding="utf-8", xml_declaration=True)


def _xml(said: str) -> str:
    """Without the characters that no XML may hold."""
    return "".join(letter for letter in reports.COLOUR.sub("", said) if letter in "\n\t" or letter >= " ")
