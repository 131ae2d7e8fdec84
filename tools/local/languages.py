"""`./just languages`: the translators' workplace, a page over the catalogues of the front ends."""

from __future__ import annotations

from . import builds, places


def languages() -> int:
    """Serve the page until Ctrl-C; it needs the packages of the front ends and nothing of the stack."""
    if not builds.frontend_packages():
        return 1
    return builds.run(["node", "tools/languages.mjs"], cwd=places.FRONTENDS)
