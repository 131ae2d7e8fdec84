"""Building what has changed: the two apps with npm, everything else with cargo."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from . import compiler, places, say

OLDEST_NODE = (20, 19)
# What tools make: it follows from sources, and a build that makes some of it would count as a change the next time.
NOT_SOURCES = {"node_modules", "dist", "dist-prerender", "compiled", "coverage", "test-results"}
MADE_FILES = (".tsbuildinfo", ".gen.d.ts")


def need(*programs: str) -> None:
    """One clear line for the first program that is missing or too old."""
    advice = {
        "cargo": "install Rust with https://rustup.rs",
        "node": "install Node 20.19 or later (https://nodejs.org)",
        "npm": "install Node 20.19 or later with npm (https://nodejs.org)",
    }
    for program in programs:
        if shutil.which(program) is None:
            raise say.Trouble(f"{program} is missing: {advice[program]}")
    if "node" in programs:
        shown = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
        version = tuple(int(part) for part in re.findall(r"\d+", shown)[:2])
        if version < OLDEST_NODE:
            raise say.Trouble(f"node {shown.strip()} is too old: {advice['node']}")


def rust() -> None:
    """Every program of the workspace, in the dev profile. Always this form: another one would compile the world again."""
    with say.stage("cargo build"):
        if run(["cargo", "build", "--workspace", "--bins"], env=compiler.environment()) != 0:
            raise say.Trouble("cargo build failed (see above)")


def scripts() -> dict[str, str]:
    """The npm scripts of the front-end workspace; empty while there is none."""
    try:
        return json.loads((places.FRONTENDS / "package.json").read_text(encoding="utf-8")).get("scripts", {})
    except FileNotFoundError:
        return {}


def frontend_packages() -> bool:
    """Install what the lock names when it changed; False while there is no front end.

    Not `npm ci`: it refuses a lock in which packages for other systems are missing, and registries that mirror only
    some systems make such locks. `npm install` takes every version and hash from the lock all the same, and writes nothing
    into it with `--no-save`.
    """
    lock = places.FRONTENDS / "package-lock.json"
    if not lock.exists():
        say.line(f"  {'frontends':<22}    -     not there yet: {lock} does not exist")
        return False
    manifests = [lock, *places.FRONTENDS.glob("package.json"), *places.FRONTENDS.glob("*/package.json")]
    stamp = places.FRONTENDS / "node_modules" / ".installed"
    wanted = _digest(sorted(manifests))
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        with say.stage("npm install"):
            if npm("install", "--no-save", "--no-audit", "--no-fund") != 0:
                raise say.Trouble("npm install failed in frontends/ (see above)")
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(wanted, encoding="utf-8")
    return True


def frontends() -> bool:
    """Both apps, when a source changed since the last build."""
    if not frontend_packages():
        return False
    stamp = places.LOCAL / "frontends.built"
    wanted = _digest(_sources(places.FRONTENDS))
    built = all((places.FRONTENDS / app / "dist" / "index.html").exists() for app in ("resident", "practitioner"))
    if built and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        say.line(f"  {'frontends':<22}    -     unchanged")
        return True
    with say.stage("frontends"):
        if npm("run", "build") != 0:
            raise say.Trouble("npm run build failed in frontends/ (see above)")
    stamp.write_text(wanted, encoding="utf-8")
    return True


def npm_command(script: str, *arguments: str) -> list[str]:
    """An npm script of the front ends, to be run from anywhere."""
    more = ["--", *arguments] if arguments else []
    return ["npm", "--no-update-notifier", "--prefix", str(places.FRONTENDS), "run", script, *more]


def npm(*arguments: str, env: dict[str, str] | None = None) -> int:
    """Run npm in frontends/, its output shown; answers with the exit code."""
    need("node", "npm")
    return run(["npm", "--no-update-notifier", *arguments], cwd=places.FRONTENDS, env=env)


def run(command: list[str], cwd: Path = places.ROOT, env: dict[str, str] | None = None) -> int:
    """Run a command with its output shown as progress."""
    need(*(program for program in command[:1] if program in ("cargo", "npm", "node")))
    full = {**os.environ, **(env or {})}
    return subprocess.run(command, cwd=cwd, env=full, stdout=sys.stderr, check=False).returncode


def _sources(folder: Path) -> list[Path]:
    found = []
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCES and not name.startswith("."))
        found += [Path(base, name) for name in sorted(files) if not name.endswith(MADE_FILES)]
    return found


def _digest(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(places.ROOT)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()
