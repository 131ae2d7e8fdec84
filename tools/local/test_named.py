"""Which tests a name means, in a small workspace of its own."""

import tempfile
import unittest
from pathlib import Path

from . import named

MANIFEST = """
[package]
name = "letters"
[[test]]
name = "letters-it"
path = "tests/it/main.rs"
"""


class NamesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self._write("Cargo.toml", MANIFEST)
        self._write("src/lib.rs", "")
        self._write("src/letter/tests.rs", "#[test]\nfn let_01_only_the_writer_sends() {}\n")
        self._write("tests/it/main.rs", "mod sending;")
        self._write("tests/it/sending.rs", "#[tokio::test]\nasync fn let_02_a_letter_arrives() {}\n")
        self.packages = [named._package(self.folder)]

    def test_a_rule_is_built_with_the_library_alone(self) -> None:
        for name in ("LET-01", "letter::tests", "only_the_writer"):
            chosen = named.Chosen()
            named._as_title(name, chosen, self.packages)
            self.assertEqual(list(chosen.rust), [("letters", "lib")], name)

    def test_a_flow_is_built_with_its_program_alone(self) -> None:
        chosen = named.Chosen()
        named._as_title("sending::let_02", chosen, self.packages)
        self.assertEqual(chosen.rust, {("letters", "letters-it"): ["sending::let_02"]})

    def test_a_package_means_all_its_programs(self) -> None:
        chosen = named.Chosen()
        named._as_package("letters", chosen, self.packages)
        self.assertEqual(sorted(chosen.rust), [("letters", "letters-it"), ("letters", "lib")])

    def test_a_source_means_the_tests_of_its_module(self) -> None:
        chosen = named.Chosen()
        self._write("src/letter/event.rs", "")
        named._add_source(self.folder / "src/letter/event.rs", chosen, self.packages)
        self.assertEqual(chosen.rust, {("letters", "lib"): ["letter"]})

    def _write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    unittest.main()
