"""How all recipes call the compiler: as clippy, so that one build gives programs, tests and what the lint has to say.

Lints are warnings while building, whatever the workspace sets: half-written code may run, and `./just lint` lets none pass.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from . import places, say

# clippy-driver takes arguments from here, with this between them.
BETWEEN = "__CLIPPY_HACKERY__"
AS_WARNINGS = BETWEEN.join(["--cap-lints", "warn"])


@functools.cache
def has_clippy() -> bool:
    """Whether clippy is installed; the name may be there without the component behind it."""
    try:
        return subprocess.run(["clippy-driver", "--version"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def environment() -> dict[str, str]:
    """What cargo is told, always the same: another wrapper would compile the workspace once more."""
    if not has_clippy():
        return {}
    return {"RUSTC_WORKSPACE_WRAPPER": "clippy-driver", "CLIPPY_ARGS": AS_WARNINGS}


@dataclass(frozen=True)
class TestProgram:
    """One built test program."""

    name: str
    package: Path
    path: Path
    # The sources it was made from: below `src`, or the folder of an integration test.
    source: Path


@dataclass
class Built:
    """What a build came to."""

    good: bool = True
    remarks: int = 0
    tests: list[TestProgram] = field(default_factory=list)


def build(*arguments: str) -> Built:
    """Build with cargo (`build --workspace --all-targets`, `test --no-run ..`), print its diagnostics, and list the test programs."""
    rendered = "json-diagnostic-rendered-ansi" if sys.stderr.isatty() else "json"
    command = ["cargo", *arguments, f"--message-format={rendered}"]
    built = Built()
    with subprocess.Popen(command, cwd=places.ROOT, env={**os.environ, **environment()}, stdout=subprocess.PIPE) as cargo:
        assert cargo.stdout is not None
        for line in cargo.stdout:
            _take(json.loads(line), built)
    built.good = cargo.returncode == 0
    return built


def _take(message: dict, built: Built) -> None:
    if message["reason"] == "compiler-message":
        # Cargo repeats what it said of a crate that did not change, so that a second run finds no less.
        say.line(message["message"]["rendered"].rstrip())
        built.remarks += message["message"]["level"] in ("warning", "error") and bool(message["message"]["spans"])
    elif message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]:
        target = message["target"]
        package = Path(message["manifest_path"]).parent
        kind = target["kind"][0]
        # `identity` is the library's own tests, `identity-it` those in tests/it.
        name = target["name"] if kind == "test" else package.name
        name = name if kind != "test" or name.startswith(package.name) else f"{package.name}-{name}"
        built.tests.append(TestProgram(name, package, Path(message["executable"]), Path(target["src_path"]).parent))
