"""`./just lint` and `./just fmt`: every check that needs no running server; all of them run, then the failed ones are named."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Callable

from . import builds, places, say

TOOLS = places.ROOT / "tools"


def lint() -> int:
    """Run every check; 0 when all passed."""
    checks: list[tuple[str, Callable[[], bool]]] = [
        ("scripts", _scripts),
        ("cargo fmt", lambda: builds.run(["cargo", "fmt", "--all", "--check"]) == 0),
        ("cargo clippy", _cargo_clippy),
        ("walls", _walls),
        ("catalogue", _catalogue),
        ("frontends", _frontends),
    ]
    failed = []
    for name, check in checks:
        with say.stage(name) as remarks:
            if not _passes(check):
                failed.append(name)
                remarks.append("FAILED")
    say.line(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def _passes(check: Callable[[], bool]) -> bool:
    """A check that cannot run has failed, and the others still run."""
    try:
        return check()
    except say.Trouble as trouble:
        say.line(str(trouble))
        return False


def fmt() -> int:
    """Format what has a formatter."""
    status = builds.run(["cargo", "fmt", "--all"])
    if "fmt" in builds.scripts() and builds.frontend_packages():
        status |= builds.npm("run", "fmt")
    return status


def _cargo_clippy() -> bool:
    return builds.run(["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]) == 0


def _scripts() -> bool:
    """Python compiles and shell parses, without leaving anything behind."""
    good = True
    for file in [*sorted(TOOLS.rglob("*.py")), TOOLS / "test-servers"]:
        try:
            compile(file.read_text(encoding="utf-8"), str(file), "exec")
        except SyntaxError as error:
            good = False
            say.line(f"{file.relative_to(places.ROOT)}:{error.lineno}: {error.msg}")
    for shell, file in (("sh", "just"), ("bash", ".ci/run")):
        good &= subprocess.run([shell, "-n", str(places.ROOT / file)], check=False).returncode == 0
    return good


def _walls() -> bool:
    """The architecture lint: which room may use which."""
    builds.rust()
    walls: Path = places.BINARIES / "arch-lint"
    return builds.run([str(walls)]) == 0


def _catalogue() -> bool:
    """docs/events.md and docs/rpcs.md follow from the contract."""
    pages: Path = places.BINARIES / "catalogue"
    return builds.run([str(pages), "--check"]) == 0


def _frontends() -> bool:
    if not builds.frontend_packages():
        return True
    good = True
    there = builds.scripts()
    for script in ("lint", "typecheck", "proto:lint", "proto:breaking", "proto:check"):
        if script in there:
            good &= builds.npm("run", script) == 0
        else:
            say.line(f"frontends/ has no script '{script}' yet")
    return good
