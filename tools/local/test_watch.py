"""A command that hangs, takes too long or has lost a server is ended, and says why."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from typing import Callable

from . import tee, watch


class WatchTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = Path(folder.name) / "log"
        before = watch.SILENCE, watch.EVERY
        self.addCleanup(self._restore, *before)
        watch.EVERY = 0.02

    def _restore(self, silence: float, every: float) -> None:
        watch.SILENCE, watch.EVERY = silence, every

    def _run(self, script: str, minutes: float = 1.0, lost: Callable[[], str] = watch.nothing_lost) -> tee.Teed:
        # Whoever reads the run of these tests must not take what the command prints for theirs.
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.redirect_stderr(io.StringIO()):
            running = watch.ended(tee.Teed(["sh", "-c", script], self.log, dict(os.environ)), "it", minutes, lost)
            running.wait()
        return running

    def test_one_that_says_nothing_is_ended(self) -> None:
        watch.SILENCE = 0.1
        self.assertIn("hangs", self._run("exec sleep 60").reason)

    def test_one_that_takes_too_long_is_ended(self) -> None:
        self.assertIn("minutes", self._run("while :; do echo on; sleep 0.05; done", minutes=0.005).reason)

    def test_one_that_has_lost_a_server_is_ended_and_says_which(self) -> None:
        self.assertEqual(self._run("exec sleep 60", lost=lambda: "nats is gone").reason, "nats is gone")

    def test_one_that_ends_by_itself_has_no_reason(self) -> None:
        self.assertEqual(self._run("echo done").reason, "")


if __name__ == "__main__":
    unittest.main()
