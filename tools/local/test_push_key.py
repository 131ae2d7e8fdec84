"""Keys of the curve P-256, held to points that are known, and how they are kept."""

from __future__ import annotations

import stat
import tempfile
import unittest
from pathlib import Path

from . import push_key, secret_scan


class Points(unittest.TestCase):
    """Of the curve."""

    def test_are_added_as_the_standard_has_it(self) -> None:
        # The key pair of the example in RFC 6979, A.2.5.
        private = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
        public = (
            0x60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6,
            0x7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299,
        )
        self.assertEqual(push_key.times(private, push_key.BASE), public)
        self.assertIsNone(push_key.times(push_key.ORDER, push_key.BASE))


class Key(unittest.TestCase):
    """Of a stack."""

    def test_is_made_once_and_readable_by_its_owner_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "keys" / "push"
            made = push_key.kept_in(file)
            self.assertEqual(secret_scan.found_in(made), [(1, "a private key")])
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
            self.assertEqual(push_key.kept_in(file), made)
            self.assertNotEqual(push_key.kept_in(file.with_name("other")), made)
