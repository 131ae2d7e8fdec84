"""Which browser file runs next, on which stack: the workers ask over HTTP, and their results come with the question.

Ordinary files first, the longest by last known seconds at the head; then those that kill servers or switch features; and on every
stack at the end the file that looks at what all others left behind.
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
# A comment that gives the tag to all tests of a file, as Vitest reads it.
LONG = re.compile(r"(?://|\*)\s*@module-tag\s+long\b")


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

    def take(self, file: str, stack: str, said: dict[str, Any]) -> None:
        """Add what one run of a file came to."""
        if said.get("errors"):
            self.errors[file] = said["errors"]
        for each in said.get("tests", []):
            fresh = Test(each["name"], each["state"], each["seconds"], each.get("said", ""))
            self.tests[f"{file} ({stack})" if file == LAST else file, fresh.name] = fresh
        self.seconds[file] = sum(each["seconds"] for each in said.get("tests", []))

    def failed(self) -> list[str]:
        """The files in which something failed, or that broke outside of their tests."""
        return sorted({*self.errors, *(file for (file, _), test in self.tests.items() if test.state == "failed")})

    def take_second_try(self, file: str, again: Results) -> None:
        """What passed on a stack of its own has passed, and is flaky; what it said before stays."""
        if not again.lost and file not in again.errors and file in self.errors:
            self.broken[file] = self.errors.pop(file)
        for key, fresh in again.tests.items():
            before = self.tests.get(key)
            if before is None or before.state == "skipped":
                self.tests[key] = fresh
            elif before.state == "failed" and fresh.state == "passed":
                before.state, before.flaky = "passed", True


def breaking(file: Path) -> bool:
    """Whether the file kills servers, switches features or starts a second platform."""
    return BREAKS.search(file.read_text(encoding="utf-8")) is not None


def is_long(file: Path) -> bool:
    """Whether all of the file belongs to the long run: it says so at its top."""
    return LONG.search(file.read_text(encoding="utf-8")) is not None


class Queue:
    """Gives out jobs; each call of `next` is one worker that has nothing to do."""

    def __init__(self, ordinary: list[str], breaks: list[str], with_last: bool, workers: list[str]) -> None:
        self._waiting = [*ordinary, *breaks]
        self._last = set(workers) if with_last else set()
        self._at_work: dict[str, str] = {}
        self._lock = threading.Lock()
        self.results = Results()

    def next(self, worker: str, result: dict[str, Any] | None = None) -> dict[str, Any]:
        """What this worker does now; `result` is what its last file came to."""
        with self._lock:
            file = self._at_work.pop(worker, None)
            if file and result:
                self.results.take(file, worker, result)
                if result.get("lost"):
                    self._stop(f"{result['lost']} (stack {worker}, {file})")
            return self._choose(worker)

    def leave(self, worker: str, why: str) -> None:
        """A worker ended; when it was at work, or has a reason, nothing more is known, and that is why."""
        with self._lock:
            file = self._at_work.pop(worker, None)
            self._last.discard(worker)
            if file or why:
                during = f" during {file}" if file else ""
                self._stop(f"{why or 'the worker ended'} (stack {worker}{during})")

    def _stop(self, reason: str) -> None:
        """What would follow on a stack without its servers says nothing."""
        self.results.lost = self.results.lost or reason
        self.results.not_run += self._waiting
        self._waiting, self._last = [], set()

    def _choose(self, worker: str) -> dict[str, Any]:
        if self._waiting:
            return self._give(worker, self._waiting.pop(0))
        if worker in self._last:
            self._last.discard(worker)
            return self._give(worker, LAST)
        return {"end": True}

    def _give(self, worker: str, file: str) -> dict[str, Any]:
        self._at_work[worker] = file
        return {"file": file}


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
