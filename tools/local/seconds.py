"""How long each browser file took last: the longest begin first, so that no core waits at the end.

`seconds.json` beside this file is what a fresh checkout begins with; what this checkout measured itself stands in `.local/seconds.json`.
`KAJO_SECONDS=write ./just test` renews the former.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from . import places

KNOWN = Path(__file__).with_name("seconds.json")
MEASURED = places.LOCAL / "seconds.json"
Table = dict[str, float]


def longest_first(kind: str, names: list[str]) -> list[str]:
    """What nobody has measured yet may be long, so it begins."""
    known = {**_read(KNOWN).get(kind, {}), **_read(MEASURED).get(kind, {})}
    return sorted(names, key=lambda name: (-known.get(name, float("inf")), name))


def keep(kind: str, took: Table) -> None:
    """Remember what was measured just now."""
    rounded = {name: round(seconds, 1) for name, seconds in took.items()}
    for file in [MEASURED, *([KNOWN] if os.environ.get("KAJO_SECONDS") == "write" else [])]:
        tables = _read(file)
        # Of a test that is gone nothing is kept; a run of some of them says nothing of the others.
        tables[kind] = dict(sorted({**({} if file is KNOWN else tables.get(kind, {})), **rounded}.items()))
        file.write_text(json.dumps(dict(sorted(tables.items())), indent=2) + "\n", encoding="utf-8")


def _read(file: Path) -> dict[str, Table]:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
