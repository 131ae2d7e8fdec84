"""Where things are: the checkout, its `.local/` folder, and the folder a dropped user can reach."""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

from .say import Trouble

ROOT = Path(__file__).resolve().parent.parent.parent
LOCAL = ROOT / ".local"
TOOLS = LOCAL / "tools"
LOGS = LOCAL / "log"
REPORTS = LOCAL / "reports"
FRONTENDS = ROOT / "frontends"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
BINARIES = TARGET / "debug"

# A folder in memory, as Linux has it.
MEMORY = Path("/dev/shm")
# So many bytes are plenty: tests leave 2 GB at the most behind while they run, and what they run takes another 4.
PLENTY = 8 << 30

# A unix socket path has 108 bytes on Linux and 104 on macOS, and Postgres appends "/.s.PGSQL.<port>".
LONGEST_SOCKET_FOLDER = 80


def checkout_hash() -> str:
    """Eight hex digits that tell two checkouts on one machine apart."""
    return hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]


def anyone_can_enter(path: Path) -> bool:
    """Whether every existing folder from `/` down to `path` may be traversed by any user."""
    return all(
        not folder.exists() or folder.stat().st_mode & stat.S_IXOTH for folder in [path, *path.parents]
    )


def _below_temp() -> Path:
    """This checkout's and this user's folder below the system temp folder."""
    return _own_folder(Path(tempfile.gettempdir()))


def _own_folder(above: Path) -> Path:
    """This checkout's and this user's folder below one that all users share, made by us or refused."""
    folder = above / f"kajo-{checkout_hash()}-{getpass.getuser()}"
    folder.mkdir(mode=0o711, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise Trouble(f"{folder} belongs to somebody else: remove it, or set TMPDIR to a folder of your own")
    folder.chmod(0o711)
    return folder


def throw_away_home() -> Path:
    """The folder for what need not survive the machine: in memory where there is plenty of it, otherwise `server_home()`.

    Each test has databases of its own, thousands of files that are made and removed at once, and that is what a disk takes longest for.
    """
    is_there = MEMORY.is_dir() and os.access(MEMORY, os.W_OK | os.X_OK)
    if is_there and min(_free_memory(), shutil.disk_usage(MEMORY).free) >= PLENTY:
        with contextlib.suppress(Trouble):
            return _own_folder(MEMORY)
    return server_home()


def _free_memory() -> int:
    """Bytes that programs could still have; 0 where nobody says so."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    said = dict(line.split(":", 1) for line in lines)
    return int(said.get("MemAvailable", "0 kB").split()[0]) << 10


def server_home() -> Path:
    """The folder for Postgres: `.local/`, unless Postgres runs as a user who cannot get there."""
    LOCAL.mkdir(exist_ok=True)
    if os.getuid() != 0 or anyone_can_enter(LOCAL):
        return LOCAL
    return _below_temp()


def socket_folder(wanted: Path) -> Path:
    """`wanted` when a unix socket fits there, otherwise a short folder below the system temp folder."""
    if len(str(wanted)) <= LONGEST_SOCKET_FOLDER:
        return wanted
    name = hashlib.sha256(str(wanted).encode()).hexdigest()[:8]
    return _below_temp() / name
