"""What failed is tried once more, and a program that hangs is ended."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from . import compiler, rust_tests, silence

# Says what a test program says: two tests, of which the second fails when it runs the first time.
FLAKY = """#!/bin/sh
case "$*" in
  *--exact*) echo "test rule::b ... ok <0.1s>"; echo "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured" ;;
  *) echo "test rule::a ... ok <0.1s>"; echo "test rule::b ... FAILED <0.1s>"
     printf -- '---- rule::b stdout ----\\nwhat it said\\n\\nfailures:\\n'
     echo "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured"; exit 101 ;;
esac
"""
FAILING = FLAKY.replace('... ok <0.1s>"; echo "test result: ok. 1 passed; 0 failed', '... FAILED <0.1s>"; echo "test result: FAILED. 0 passed; 1 failed')
FAILING = FAILING.replace(" ;;\n  *)", "; exit 101 ;;\n  *)")
HANGS = "#!/bin/sh\nexec sleep 60\n"


class SecondTryTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        before = rust_tests.LOGS, silence.LIMIT, rust_tests.seconds.MEASURED
        self.addCleanup(self._restore, *before)
        rust_tests.LOGS = self.folder / "logs"
        rust_tests.seconds.MEASURED = self.folder / "seconds.json"

    def _restore(self, logs: Path, limit: float, measured: Path) -> None:
        rust_tests.LOGS, silence.LIMIT, rust_tests.seconds.MEASURED = logs, limit, measured

    def _run(self, script: str) -> rust_tests.Run:
        program = self.folder / "program"
        program.write_text(script, encoding="utf-8")
        program.chmod(0o755)
        test = compiler.TestProgram("program", self.folder, program, self.folder)
        # Whoever reads the run of these tests must not take what the program prints for theirs.
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            done = rust_tests.run({test: []}, {})
            rust_tests.again(done, [test], {})
        return done

    def test_what_passes_the_second_time_counts_and_is_named_flaky(self) -> None:
        count = self._run(FLAKY).count()
        self.assertEqual((count.passed, count.failed, count.flaky), (2, 0, ["rule::b"]))
        self.assertEqual(count.words["rule::b"], ["what it said"])

    def test_what_fails_twice_has_failed(self) -> None:
        count = self._run(FAILING).count()
        self.assertEqual((count.passed, count.failed, count.names, count.flaky), (1, 1, ["rule::b"], []))

    def test_a_program_that_says_nothing_is_ended(self) -> None:
        silence.LIMIT = 0.1
        count = self._run(HANGS).count()
        self.assertEqual(count.failed, 1)


if __name__ == "__main__":
    unittest.main()
