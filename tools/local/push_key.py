"""The key by which push services know a stack (VAPID): made once, kept beside its other keys, readable by its owner alone.

The standard library has no elliptic curves, and whoever reads such a key looks for its public half in the file: it is worked out here.
"""

from __future__ import annotations

import base64
import os
import secrets
import textwrap
from pathlib import Path

# The curve P-256 (FIPS 186): y^2 = x^3 - 3x + b over this prime, a point on it, and how often that one makes the point at infinity.
PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

# What stands in PKCS#8 before the two halves of a key of this curve.
BEFORE_PRIVATE = bytes.fromhex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420")
BEFORE_PUBLIC = bytes.fromhex("a14403420004")
LINE = 64

Point = tuple[int, int]


def kept_in(file: Path) -> str:
    """The key in the file, as PEM; it is made when there is none."""
    try:
        return file.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = as_pem(1 + secrets.randbelow(ORDER - 1))
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as made:
        made.write(pem)
    return pem


def as_pem(private: int) -> str:
    """Both halves of a key, as PKCS#8 in PEM."""
    public = times(private, BASE)
    if public is None:
        raise ValueError("no private half is a multiple of the order")
    halves = BEFORE_PRIVATE + private.to_bytes(32, "big") + BEFORE_PUBLIC + b"".join(each.to_bytes(32, "big") for each in public)
    lines = textwrap.wrap(base64.b64encode(halves).decode("ascii"), LINE)
    return "\n".join(["-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----", ""])


def times(factor: int, point: Point | None) -> Point | None:
    """A point, added to itself; `None` is the point at infinity. How long it takes tells of the factor: this is for demo keys alone."""
    total: Point | None = None
    while factor:
        if factor & 1:
            total = plus(total, point)
        point = plus(point, point)
        factor >>= 1
    return total


def plus(one: Point | None, other: Point | None) -> Point | None:
    """The third point of the line through two, mirrored."""
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % PRIME == 0:
        return None
    rise, run = (3 * x1 * x1 - 3, 2 * y1) if one == other else (y2 - y1, x2 - x1)
    slope = rise * pow(run, -1, PRIME) % PRIME
    x = (slope * slope - x1 - x2) % PRIME
    return x, (slope * (x1 - x) - y1) % PRIME
