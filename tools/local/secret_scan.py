"""Nothing that opens a door stands in the checkout: keys, tokens and passwords by their look, in every file that git knows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from . import places, say

# What each kind looks like; none of them is the way somebody writes of something else.
LOOKS = {
    "a private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/]",
    "a key of a cloud": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b|\bAccountKey=[A-Za-z0-9+/]{40,}",
    "a token of a forge": r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{20})\b",
    "a token of a chat or payment": r"\bxox[abprs]-[A-Za-z0-9-]{20,}|\b[rs]k_live_[A-Za-z0-9]{20,}",
    "a signed token": r"\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    "a password in an address": r"\b[a-z][a-z0-9+]{2,}://[^\s/:@\"'{}$<>]+:(?!\w*(?:secret|password)\b)[^\s/:@\"'{}$<>]{8,}@",
}
EACH = {kind: re.compile(look) for kind, look in LOOKS.items()}


def found_in(text: str) -> list[tuple[int, str]]:
    """Line and kind of what looks like a secret."""
    hits = [(text.count("\n", 0, hit.start()) + 1, kind) for kind, look in EACH.items() for hit in look.finditer(text)]
    return sorted(hits)


def check() -> bool:
    """Whether nothing was found; what was found is named by its place alone."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=places.ROOT, check=True, capture_output=True).stdout
    good = True
    for name in filter(None, listed.decode().split("\0")):
        for line, kind in found_in(_text_of(places.ROOT / name)):
            good = False
            say.line(f"{name}:{line}: looks like {kind}; a secret that was committed once is one no more: change it where it is used")
    return good


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
        return ""
