"""What npm installs comes from the registry, by its checksum, and under a licence that we take. npm itself takes an address of anywhere,
and no checksum, without a word."""

from __future__ import annotations

import json
from typing import Any, Iterator

from . import places, say

REGISTRY = "https://registry.npmjs.org/"
# What browsers are given, and what the browser tests stand on.
SHIPPED = {"(Apache-2.0 AND BSD-3-Clause)", "0BSD", "Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "OFL-1.1", "Unlicense"}
# What builds and tests it, and goes no further.
TOOLS = SHIPPED | {"BSD-2-Clause", "BlueOak-1.0.0", "CC0-1.0", "MIT OR Apache-2.0", "MIT-0", "Public Domain", "Python-2.0"}
# Tools whose entries name no licence; the files beside them say MIT and Apache-2.0.
UNNAMED = {"node_modules/@react-aria/optimize-locales-plugin", "node_modules/svg-tags"}


def wrong_in(lock: dict[str, Any]) -> Iterator[str]:
    """A line for each package that is not as it should be."""
    for name, package in lock["packages"].items():
        if "node_modules/" not in name or package.get("link"):
            continue
        is_tool = package.get("dev", False)
        if not package.get("resolved", REGISTRY).startswith(REGISTRY):
            yield f"{name} comes from {package['resolved']}"
        if not package.get("integrity", "").startswith("sha512-"):
            yield f"{name} has no checksum"
        licence = package.get("license")
        if licence not in (TOOLS if is_tool else SHIPPED) and not (is_tool and name in UNNAMED):
            yield f"{name} is under {licence or 'no licence'}, which is not among those that {'tools' if is_tool else 'the apps'} may have"


def check() -> bool:
    """True when all are; says which are not."""
    wrong = list(wrong_in(json.loads((places.FRONTENDS / "package-lock.json").read_text(encoding="utf-8"))))
    for line in wrong:
        say.line(f"frontends/package-lock.json: {line}")
    return not wrong
