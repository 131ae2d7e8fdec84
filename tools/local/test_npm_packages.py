"""Which entries of a lock file are taken."""

from __future__ import annotations

import unittest

from . import npm_packages

GOOD = {"version": "1.0.0", "integrity": "sha512-abc", "license": "MIT"}


def wrong(**entry: object) -> list[str]:
    return list(npm_packages.wrong_in({"packages": {"": {}, "shared": {}, "node_modules/a": {**GOOD, **entry}}}))


class NpmPackages(unittest.TestCase):
    """One entry at a time."""

    def test_takes_what_is_of_the_registry_with_a_checksum_and_a_known_licence(self) -> None:
        self.assertEqual(wrong(), [])
        self.assertEqual(wrong(resolved="https://registry.npmjs.org/a/-/a-1.0.0.tgz"), [])
        self.assertEqual(wrong(dev=True, license="MIT-0"), [])
        self.assertEqual(wrong(link=True, integrity="", license=None), [])

    def test_names_what_is_not(self) -> None:
        for entry, reason in [
            ({"resolved": "git+ssh://git@example.org/a.git"}, "comes from"),
            ({"resolved": "https://registry.npmjs.org.example.org/a.tgz"}, "comes from"),
            ({"integrity": ""}, "no checksum"),
            ({"integrity": "sha1-abc"}, "no checksum"),
            ({"license": "GPL-3.0"}, "under GPL-3.0"),
            ({"license": "MIT-0"}, "the apps"),
            ({"license": None}, "no licence"),
        ]:
            found = wrong(**entry)
            self.assertEqual(len(found), 1, entry)
            self.assertIn(reason, found[0])
