"""Which browser file runs next, on which stack: the workers ask over HTTP, and their results come with the question.

Ordinary files first, the longest by last known seconds at the head; then those that kill servers or switch features; then, with
nobody else at work, each test that failed once more; and on every stack at the end the file that looks at what all others left behind.
"""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

# Looks for personal data in what the others left behind on its stack.
LAST = "privacy.test.ts"
# What a file takes from support/stack.ts or support/second-platform.ts when it breaks what others stand on.
BREAKS = re.compile(r"import \{[^}]*\b(?:kill|restart|flag|secondPlatform)\b[^}]*\} from \"\.\./support/")


@dataclass
class Test:
    """One test of one file, as it ended."""

    name: str
    state: str
    seconds: float
    said: str = ""
    flaky: bool = False


@dataclass
class Results:
    """What all files came to."""

    tests: dict[tuple[str, str], Test] = field(default_factory=dict)
    # What broke outside of the tests of a file, and what of it did not break a second time.
    errors: dict[str, list[str]] = field(default_factory=dict)
    broken: dict[str, list[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    lost: str = ""
    not_run: list[str] = field(default_factory=list)

    def take(self, file: str, stack: str, said: dict[str, Any], again: bool) -> None:
        """Add what one run of a file came to; `again` is the second try of what failed."""
        if again and not said.get("errors"):
            self.broken.update({file: errors} if (errors := self.errors.pop(file, [])) else {})
        elif not again and said.get("errors"):
            self.errors[file] = said["errors"]
        for each in said.get("tests", []):
            fresh = Test(each["name"], each["state"], each["seconds"], each.get("said", ""))
            key = (f"{file} ({stack})" if file == LAST else file, fresh.name)
            before = self.tests.get(key)
            if not again or before is None or before.state == "skipped":
                self.tests[key] = fresh
            elif before.state == "failed" and fresh.state == "passed":
                before.state, before.flaky = "passed", True
        if not again:
            self.seconds[file] = sum(each["seconds"] for each in said.get("tests", []))

    def failed(self) -> list[tuple[str, list[str] | None]]:
        """Each file with its failed tests, or with None for all of it where something broke outside of them."""
        files: dict[str, list[str] | None] = dict.fromkeys(self.errors)
        for (file, name), test in self.tests.items():
            names = files.setdefault(file, []) if test.state == "failed" else None
            if names is not None:
                names.append(name)
        return list(files.items())


def breaking(file: Path) -> bool:
    """Whether the file kills servers, switches features or starts a second platform."""
    return BREAKS.search(file.read_text(encoding="utf-8")) is not None


@dataclass(frozen=True)
class Job:
    """One run of a file, or of some tests in it."""

    file: str
    only: list[str] | None = None
    again: bool = False

    def told(self) -> dict[str, Any]:
        """What the worker is told."""
        return {"file": self.file, **({"only": self.only} if self.only is not None else {})}


class Queue:
    """Gives out jobs; each call of `next` is one worker that has nothing to do."""

    def __init__(self, ordinary: list[str], breaks: list[str], with_last: bool, workers: list[str]) -> None:
        self._waiting = [Job(file) for file in [*ordinary, *breaks]]
        self._again: list[Job] | None = None
        self._last = set(workers) if with_last else set()
        self._at_work: dict[str, Job] = {}
        self._lock = threading.Lock()
        self.results = Results()

    def next(self, worker: str, result: dict[str, Any] | None = None) -> dict[str, Any]:
        """What this worker does now; `result` is what its last job came to."""
        with self._lock:
            job = self._at_work.pop(worker, None)
            if job and result:
                self.results.take(job.file, worker, result, job.again)
                if result.get("lost"):
                    self._stop(f"{result['lost']} (stack {worker}, {job.file})")
            return self._choose(worker)

    def leave(self, worker: str, status: int) -> None:
        """A worker ended; when its stack did not start or it was at work, nothing more is known, and that is why."""
        with self._lock:
            job = self._at_work.pop(worker, None)
            self._last.discard(worker)
            if job or status != 0:
                during = f" during {job.file}" if job else ""
                self._stop(f"the worker of stack {worker} ended with code {status}{during}")

    def _stop(self, reason: str) -> None:
        """What would follow on a stack without its servers says nothing."""
        self.results.lost = self.results.lost or reason
        self.results.not_run += [job.file for job in self._waiting]
        self._waiting, self._again, self._last = [], [], set()

    def _choose(self, worker: str) -> dict[str, Any]:
        if self._waiting:
            return self._give(worker, self._waiting.pop(0))
        if self._again is None and not self._at_work:
            self._again = [Job(file, only, again=True) for file, only in self.results.failed()]
        if self._again is None or any(job.again for job in self._at_work.values()):
            return {"wait": True}
        if self._again:
            return {"wait": True} if self._at_work else self._give(worker, self._again.pop(0))
        if worker in self._last:
            self._last.discard(worker)
            return self._give(worker, Job(LAST))
        return {"end": True}

    def _give(self, worker: str, job: Job) -> dict[str, Any]:
        self._at_work[worker] = job
        return job.told()


class Server:
    """The queue over HTTP on this machine's loopback."""

    def __init__(self, queue: Queue) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # noqa: N802
                said = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
                answer = json.dumps(queue.next(said["worker"], said)).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._server.server_close()
