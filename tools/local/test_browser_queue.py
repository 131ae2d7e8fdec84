"""The order of the browser files, what a second try changes, and the end when a server is lost."""

import unittest
from typing import Any

from .browser_queue import LAST, Queue, Results


def passed(name: str) -> dict[str, Any]:
    return {"name": name, "state": "passed", "seconds": 1.0, "said": ""}


def failed(name: str) -> dict[str, Any]:
    return {"name": name, "state": "failed", "seconds": 1.0, "said": "It had asked for: ListMessages"}


def result(*tests: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"tests": list(tests), "errors": [], **more}


class QueueTest(unittest.TestCase):
    def test_files_that_break_things_come_behind_and_the_one_that_looks_at_all_ends_each_stack(self) -> None:
        queue = Queue(["long", "short"], ["kills"], True, ["1", "2"])
        self.assertEqual(queue.next("1"), {"file": "long"})
        self.assertEqual(queue.next("2"), {"file": "short"})
        self.assertEqual(queue.next("2", result(passed("a"))), {"file": "kills"})
        self.assertEqual(queue.next("1", result(passed("b"))), {"file": LAST})
        self.assertEqual(queue.next("2", result(passed("c"))), {"file": LAST})
        self.assertEqual(queue.next("1", result(passed("d"))), {"end": True})
        self.assertEqual(queue.next("2", result(passed("d"))), {"end": True})
        self.assertEqual(len(queue.results.tests), 5)

    def _results(self, *tests: dict[str, Any], **more: Any) -> Results:
        queue = Queue(["one"], [], False, ["1"])
        queue.next("1")
        queue.next("1", result(*tests, **more))
        return queue.results

    def test_what_passes_on_a_stack_of_its_own_stands_as_flaky(self) -> None:
        first = self._results(failed("a"), passed("b"), failed("c"))
        self.assertEqual(first.failed(), ["one"])
        first.take_second_try("one", self._results(passed("a"), failed("b"), failed("c")))
        states = {name: (test.state, test.flaky) for (_, name), test in first.tests.items()}
        self.assertEqual(states, {"a": ("passed", True), "b": ("passed", False), "c": ("failed", False)})
        self.assertIn("ListMessages", first.tests["one", "a"].said)

    def test_a_file_that_broke_outside_of_its_tests_may_be_whole_the_second_time(self) -> None:
        first = self._results({**passed("a"), "state": "skipped"}, errors=["no browser"])
        self.assertEqual(first.failed(), ["one"])
        first.take_second_try("one", self._results(passed("a")))
        self.assertEqual(first.tests["one", "a"].state, "passed")
        self.assertEqual((first.errors, first.broken), ({}, {"one": ["no browser"]}))

    def test_a_lost_server_ends_the_run_with_that_reason(self) -> None:
        queue = Queue(["one", "two", "three"], ["four"], True, ["1", "2"])
        queue.next("1")
        queue.next("2")
        self.assertEqual(queue.next("1", result(failed("a"), lost="postgres did not come back")), {"end": True})
        self.assertEqual(queue.next("2", result(passed("b"))), {"end": True})
        self.assertEqual(queue.results.lost, "postgres did not come back (stack 1, one)")
        self.assertEqual(queue.results.not_run, ["three", "four"])

    def test_a_worker_that_ends_at_work_ends_the_run(self) -> None:
        queue = Queue(["one", "two"], [], True, ["1"])
        queue.next("1")
        queue.leave("1", "nats is gone")
        self.assertEqual(queue.results.lost, "nats is gone (stack 1 during one)")


if __name__ == "__main__":
    unittest.main()
