"""The order of the browser files, the second try of what failed, and the end when a server is lost."""

import unittest
from typing import Any

from .browser_queue import LAST, Queue


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
        self.assertEqual(queue.next("1", result(passed("b"))), {"wait": True})
        self.assertEqual(queue.next("2", result(passed("c"))), {"file": LAST})
        self.assertEqual(queue.next("1"), {"file": LAST})
        self.assertEqual(queue.next("1", result(passed("d"))), {"end": True})
        self.assertEqual(queue.next("2", result(passed("d"))), {"end": True})
        self.assertEqual(len(queue.results.tests), 5)

    def test_what_failed_is_tried_once_more_alone_and_stands_as_flaky_when_it_passes(self) -> None:
        queue = Queue(["one", "two"], [], False, ["1", "2"])
        queue.next("1")
        queue.next("2")
        self.assertEqual(queue.next("1", result(failed("a"), passed("b"))), {"wait": True})
        self.assertEqual(queue.next("2", result(failed("c"))), {"file": "one", "only": ["a"]})
        self.assertEqual(queue.next("1"), {"wait": True})
        self.assertEqual(queue.next("2", result(passed("a"))), {"file": "two", "only": ["c"]})
        self.assertEqual(queue.next("2", result(failed("c"))), {"end": True})
        self.assertEqual(queue.next("1"), {"end": True})
        tests = queue.results.tests
        self.assertEqual((tests["one", "a"].state, tests["one", "a"].flaky), ("passed", True))
        self.assertIn("ListMessages", tests["one", "a"].said)
        self.assertEqual((tests["two", "c"].state, tests["two", "c"].flaky), ("failed", False))

    def test_a_file_that_broke_outside_of_its_tests_is_tried_as_a_whole(self) -> None:
        queue = Queue(["one"], [], False, ["1"])
        queue.next("1")
        skipped = {**passed("a"), "state": "skipped"}
        self.assertEqual(queue.next("1", {"tests": [skipped], "errors": ["no browser"]}), {"file": "one"})
        self.assertEqual(queue.next("1", result(passed("a"))), {"end": True})
        self.assertEqual(queue.results.tests["one", "a"].state, "passed")
        self.assertEqual((queue.results.errors, queue.results.broken), ({}, {"one": ["no browser"]}))

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
        queue.leave("1", 1)
        self.assertEqual(queue.results.lost, "the worker of stack 1 ended with code 1 during one")


if __name__ == "__main__":
    unittest.main()
