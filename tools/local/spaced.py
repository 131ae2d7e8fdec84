"""This checkout as if it lay in a folder with a space. The stacks of `./just test` are started from there, so that what such a
folder breaks (a command split at blanks, a path without quotes) turns the tests red on every machine.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from . import places

HOME = places.LOCAL / "a folder with a space"


def stack_tool() -> Path:
    """Its `tools/stack.py`: a copy, since a program finds its checkout by its own path. All else is linked."""
    shutil.rmtree(HOME, ignore_errors=True)
    tools = places.ROOT / "tools"
    shutil.copytree(tools / "local", HOME / "tools" / "local", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("stack.py", "requirements.txt"):
        shutil.copy(tools / name, HOME / "tools" / name)
    for name, there in (("frontends", places.FRONTENDS), (".local", places.LOCAL), ("target", places.TARGET)):
        (HOME / name).symlink_to(there, target_is_directory=True)
    return HOME / "tools" / "stack.py"


def environment() -> dict[str, str]:
    """The programs, too, are found through that folder; they are built."""
    return {"CARGO_TARGET_DIR": str(HOME / "target"), "KAJO_E2E_BUILT": "1"}
