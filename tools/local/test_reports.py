"""A second try replaces the first, and what passed then is flaky; a run that was ended for a reason has failed."""

import tempfile
import unittest
from pathlib import Path

from . import reports

FIRST = """<testsuites><testsuite>
<testcase classname="a.test.ts" name="CON-01 one" time="1"><failure message="x">it said this</failure></testcase>
<testcase classname="a.test.ts" name="two" time="1"><failure message="y">and that</failure></testcase>
<testcase classname="b.test.ts" name="three" time="1"/>
</testsuite></testsuites>"""
AGAIN = """<testsuites><testsuite>
<testcase classname="a.test.ts" name="CON-01 one" time="1"/>
<testcase classname="a.test.ts" name="two" time="1"><failure message="y">and that</failure></testcase>
</testsuite></testsuites>"""
NEXTEST = """<testsuites><testsuite>
<testcase classname="chassis::it" name="order::a" time="1"><flakyFailure message="m" type="t">panicked</flakyFailure></testcase>
</testsuite></testsuites>"""


class ReportsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def _file(self, name: str, text: str) -> Path:
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.folder / name

    def test_what_passed_the_second_time_counts_and_is_flaky(self) -> None:
        first, again = self._file("first.xml", FIRST), self._file("again.xml", AGAIN)
        self.assertEqual(reports.failed_files(first), ["a.test.ts"])
        reports.replace_by_second_try(first, again)
        count = reports.junit(first)
        self.assertEqual((count.passed, count.failed, count.names), (2, 1, ["a.test.ts two"]))
        self.assertEqual(count.flaky, ["a.test.ts CON-01 one"])
        reports.write_flaky(count, self.folder / "flaky.tsv")
        self.assertEqual((self.folder / "flaky.tsv").read_text(encoding="utf-8"), "a.test.ts CON-01 one\tit said this\n")

    def test_flaky_as_nextest_writes_it(self) -> None:
        count = reports.junit(self._file("rust.xml", NEXTEST))
        self.assertEqual((count.passed, count.failed, count.flaky), (1, 0, ["chassis::it order::a"]))

    def test_a_run_that_was_ended_has_failed_whatever_its_tests_say(self) -> None:
        count = reports.checked(reports.Count(passed=3), -15, "the run", self.folder / "log", "nats is gone")
        self.assertEqual((count.failed, count.names), (1, ["nats is gone"]))


if __name__ == "__main__":
    unittest.main()
