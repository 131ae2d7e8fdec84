"""The private cluster: nobody else on the machine gets in, nor reads how."""

from __future__ import annotations

import stat
import tempfile
import unittest
from pathlib import Path

from . import postgres


class Password(unittest.TestCase):
    """Of the superuser."""

    def test_is_readable_by_its_owner_alone_also_where_a_file_was_before(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "password"
            file.write_text("before", encoding="ascii")
            file.chmod(0o644)
            postgres._write_for_oneself(file, "secret")
            self.assertEqual(file.read_text(encoding="ascii"), "secret")
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)

    def test_stands_in_the_address(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            cluster = postgres.Cluster(home, home / "log", 5432, {})
            cluster.password.write_text("secret", encoding="ascii")
            self.assertEqual(cluster.url("kajo"), "postgres://postgres:secret@127.0.0.1:5432/kajo")
