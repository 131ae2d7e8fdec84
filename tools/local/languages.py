"""`./just languages`: the translators' workplace, a page over the catalogues of the front ends, and texts from the command line."""

from __future__ import annotations

from . import builds, places


def languages(arguments: list[str]) -> int:
    """Serve the page until Ctrl-C, or do what the arguments say; the packages of the front ends are all that it needs."""
    if not builds.frontend_packages():
        return 1
    return builds.run(["node", "tools/languages.mjs", *arguments], cwd=places.FRONTENDS)
