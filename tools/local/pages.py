"""What the pages in the checkout say of itself: links and paths lead somewhere, and the rows that tests and comments name exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Iterator

from . import places, say

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
QUOTED = re.compile(r"`([^`\n]+)`")
# A path of the checkout as pages write it: from its root, or from the folder of the page.
PATH = re.compile(r"^[\w.-]+(?:/[\w.@<>*-]+)+/?$")
ROW = re.compile(r"^\| ([A-Z]{3}-\d{2}) \|", re.MULTILINE)
LEDGER = places.ROOT / "docs" / "features.md"
SOURCES = (".rs", ".ts", ".tsx", ".mjs", ".py", ".proto", ".sql", ".md")


def check() -> bool:
    """True when nothing leads nowhere; says what does."""
    pages = [page for page in _tracked() if page.suffix == ".md"]
    wrong = [*_broken_paths(pages), *_unknown_rows()]
    for line in wrong:
        say.line(line)
    return not wrong


def _tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=places.ROOT, capture_output=True, check=True).stdout.decode()
    return [path for name in listed.split("\0") if name and (path := places.ROOT / name).exists()]


def _broken_paths(pages: list[Path]) -> Iterator[str]:
    for page in pages:
        bases = [places.ROOT, page.parent, *_parts()]
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            links = [link for link in LINK.findall(line) if "://" not in link and not link.startswith("mailto:")]
            broken = [link for link in links if not (page.parent / link).exists()]
            broken += [path for path in QUOTED.findall(line) if PATH.match(path) and not _is_there(path, bases)]
            for name in broken:
                yield f"{page.relative_to(places.ROOT)}:{number}: {name} is not there"


def _parts() -> list[Path]:
    """Folders whose rooms pages name without saying whose: every service and every front end has them."""
    return [folder for top in ("services", "frontends") for folder in sorted((places.ROOT / top).iterdir()) if folder.is_dir()]


def _is_there(path: str, bases: list[Path]) -> bool:
    """Whether something has this name, `<any>` and `*` standing for any one; also what is no path of ours."""
    first = path.split("/")[0]
    holders = [base for base in bases if (base / first).exists()]
    pattern = re.sub(r"<[^>]*>", "*", path.rstrip("/"))
    made_here = path.startswith((".local/", "target/"))
    return made_here or not holders or any(next(base.glob(pattern), None) is not None for base in holders)


def _unknown_rows() -> Iterator[str]:
    rows = set(ROW.findall(LEDGER.read_text(encoding="utf-8")))
    areas = {row[:3] for row in rows}
    written = re.compile(rf"(?<![A-Za-z0-9-])({'|'.join(sorted(areas))})-(\d{{2}})(?!\d)")
    in_names = re.compile(rf"\bfn (?:\w+_)?({'|'.join(sorted(area.lower() for area in areas))})_(\d{{2}})_")
    for source in _tracked():
        if source.suffix not in SOURCES or source == LEDGER or source.name == "features.md":
            continue
        text = source.read_text(encoding="utf-8", errors="replace")
        for found in (*written.finditer(text), *in_names.finditer(text)):
            row = f"{found[1].upper()}-{found[2]}"
            if row not in rows:
                line = text.count("\n", 0, found.start()) + 1
                yield f"{source.relative_to(places.ROOT)}:{line}: {row} is no row of docs/features.md"
