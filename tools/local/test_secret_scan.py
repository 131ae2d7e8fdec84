"""What looks like a secret, and what does not. Each is put together here, so that this file holds none."""

from __future__ import annotations

import unittest

from . import secret_scan

SECRETS = {
    "a private key": "-----BEGIN " + "RSA PRIVATE KEY-----\nMIIE",
    "a key of a cloud": "AK" + "IA" + "ABCDEFGHIJKLMNOP",
    "a token of a forge": "gh" + "p_" + "a1" * 18,
    "a token of a chat or payment": "xo" + "xb-" + "1234567890" * 2,
    "a signed token": "ey" + "J" + "a" * 20 + ".ey" + "J" + "b" * 20 + "." + "c" * 20,
    "a password in an address": "postgres" + "://kajo:" + "hunter2hunter2" + "@db.example.org/kajo",
}

HARMLESS = [
    "-----BEGIN PUBLIC KEY-----\nMIIE",
    "postgres://postgres@127.0.0.1:5432",
    'f"postgres://{owner}@127.0.0.1:{self.port}"',
    "postgres://postgres:secret@127.0.0.1:5432/kajo",
    "https://kajo.example.org:8443/fi/inbox",
    "data-demo@example.org and AKIA alone",
]


class SecretScan(unittest.TestCase):
    """Over texts of its own."""

    def test_finds_each_kind_and_its_line(self) -> None:
        for kind, secret in SECRETS.items():
            self.assertEqual(secret_scan.found_in(f"first\n{secret}\n"), [(2, kind)])

    def test_takes_nothing_else_for_one(self) -> None:
        for text in HARMLESS:
            self.assertEqual(secret_scan.found_in(text), [], text)
