"""A machine without a virus scanner runs its tests all the same."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from . import clamd


class WithoutScanner(unittest.TestCase):
    """Nothing is installed."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        local = Path(folder.name)
        for name, value in (("HOME", local / "clamav"), ("NONE", local / "clamav-none")):
            patch = mock.patch.object(clamd, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        for target, change in (
            (clamd.places, {"LOCAL": local}),
            (clamd, {"installed": lambda: None}),
            (clamd.say, {"line": mock.Mock()}),
        ):
            patch = mock.patch.multiple(target, **change)
            patch.start()
            self.addCleanup(patch.stop)

    def test_without_apt_tests_are_told_of_none_and_the_run_says_so(self) -> None:
        """They count as skipped then."""
        with mock.patch.object(clamd.shutil, "which", return_value=None):
            self.assertEqual(clamd.for_tests(), {})
        self.assertIn("do not run and count as skipped", clamd.say.line.call_args[0][0])

    def test_what_failed_is_not_tried_again_at_once(self) -> None:
        """A machine without a network would wait in each run."""
        with mock.patch.object(clamd, "_fetch", return_value="no network") as fetch:
            self.assertEqual([clamd.for_tests(), clamd.for_tests()], [{}, {}])
        fetch.assert_called_once()

    def test_what_is_unpacked_is_used_as_it_is(self) -> None:
        """With the libraries that the machine lacks."""
        for file in ("usr/sbin/clamd", "usr/lib/libclamav.so.12"):
            (clamd.HOME / file).parent.mkdir(parents=True, exist_ok=True)
            (clamd.HOME / file).touch()
        told = clamd.for_tests()
        self.assertEqual(told["KAJO_TEST_CLAMD"], str(clamd.HOME / "usr/sbin/clamd"))
        self.assertEqual(told["KAJO_TEST_CLAMD_LIBRARIES"], str(clamd.HOME / "usr/lib"))


if __name__ == "__main__":
    unittest.main()
