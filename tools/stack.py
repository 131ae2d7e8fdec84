#!/usr/bin/env python3
"""What the recipes of the justfile call. `./just --list` shows them; tools/local/README.md explains them."""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit(f"Python {sys.version.split()[0]} is too old: install Python 3.11 or later")

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from local import bench, checks, dev, e2e, languages, look, say, testing, tools_from_pypi, up  # noqa: E402


def main(verb: str, rest: list[str]) -> int | None:
    """Run one verb; the exit code, None for 0."""
    if verb == "tools":
        return tools_from_pypi.ensure()
    if verb == "up":
        return up.up()
    if verb == "dev":
        return dev.dev()
    if verb == "down":
        return up.down()
    if verb == "reset":
        return up.reset()
    if verb == "logs" and len(rest) <= 1:
        return look.logs(rest[0] if rest else None)
    if verb == "psql" and rest:
        return look.psql(rest[0], rest[1:])
    if verb == "nats":
        return look.nats(rest)
    if verb == "flag":
        return look.flag(rest)
    if verb == "sessions":
        return look.sessions(rest)
    if verb == "lint":
        return checks.lint()
    if verb == "catalogue":
        return checks.write_catalogue()
    if verb == "fmt":
        return checks.fmt()
    if verb == "languages":
        return languages.languages(rest)
    if verb == "test":
        return testing.run(rest)
    if verb == "bench":
        return bench.run(rest)
    if verb == "gallery":
        return dev.gallery()
    if verb == "gallery-accept":
        return testing.accept_gallery()
    if verb == "pictures":
        return testing.pictures()
    if verb == "e2e" and rest[:1] == ["--"] and len(rest) > 1:
        return e2e.run(rest[1:])
    if verb == "e2e-restart" and len(rest) == 1:
        return e2e.restart(rest[0])
    raise say.Trouble("usage: ./just --list, or see tools/local/README.md")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]))
    except say.Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit(130)
