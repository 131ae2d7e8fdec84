"""`./just test NAME..` and `./just test --changed`: the tests that a change concerns, and no more than they need built.

A name is a Rust test or a part of its name (`account::tests`, `only_the_owner`), a package (`identity`), a file of front-end or browser
tests (`messages`, also as a path), a screen (`LocationsPage`), or a part of a title, such as the ID of a row (`IDN-15`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from . import builds, circles, places, reports, rust_tests, say, spaced, tee, test_servers

E2E = places.FRONTENDS / "e2e"
APPS = ("shared", "resident", "practitioner")
VITEST = places.FRONTENDS / "node_modules" / ".bin" / "vitest"
# A package that needs all others' features, so that a library is built with the same ones as in the whole workspace.
EVERYTHING = "bench"
TEST_FUNCTION = re.compile(r"^\s*(?:pub )?(?:async )?fn (\w+)", re.MULTILINE)
IS_TEST = re.compile(r"#\[(?:tokio::)?test|proptest!|Trial::test")


@dataclass
class Chosen:
    """What to run."""

    # Test programs by package and target ("lib" for its own tests), each with the names asked for; none: all of it.
    rust: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    vitest: set[Path] = field(default_factory=set)
    # Sources of the front ends whose tests are meant, by what they import.
    related: set[Path] = field(default_factory=set)
    browser: set[Path] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)
    # Since when the front ends' tests look for changes; none: they are named.
    since: str | None = None


@dataclass(frozen=True)
class Package:
    """A package of the workspace and its test targets."""

    name: str
    folder: Path
    targets: dict[str, Path]

    def target_of(self, file: Path) -> str | None:
        """The target that a source belongs to."""
        for target, root in self.targets.items():
            if file == root or (root.is_dir() and root in file.parents):
                return target
        return None

    def module_of(self, file: Path, target: str) -> str:
        """`account::tests` for `src/account/tests.rs`."""
        root = self.targets[target]
        parts = file.relative_to(root).with_suffix("").parts if root.is_dir() else ()
        return "::".join(part for part in parts if part not in ("mod", "lib", "main"))


def run(arguments: list[str]) -> reports.Count:
    """Find, build, run."""
    chosen = _changed() if arguments == ["--changed"] else _named(arguments)
    total = reports.Count()
    if chosen.rust:
        total.add(_run_rust(chosen.rust))
    if chosen.vitest or chosen.related or chosen.since:
        total.add(_run_vitest(chosen))
    if chosen.browser:
        total.add(_run_browser(chosen))
    return total


def _named(names: list[str]) -> Chosen:
    chosen = Chosen()
    packages = _packages()
    for name in names:
        if not (_as_file(name, chosen, packages) or _as_package(name, chosen, packages) or _as_title(name, chosen, packages)):
            raise say.Trouble(f"no test is named {name}: a Rust test, a package, a file of tests, a screen, a part of a title")
    return chosen


def _as_file(name: str, chosen: Chosen, packages: list[Package]) -> bool:
    """A path, or what a file of tests or a screen is called without its ending."""
    path = (Path.cwd() / name).resolve()
    if path.suffix == ".rs" and path.is_file():
        return _add_source(path, chosen, packages)
    files = [file for file in _front_end_files() if file == path or re.sub(r"\.test\.\w+$", "", file.name).lower() == name.lower()]
    for file in files:
        _add_file(file, chosen)
    screens = [file for app in APPS for file in (places.FRONTENDS / app / "src").rglob("*.tsx") if path == file or file.stem == name]
    for screen in screens:
        chosen.related.add(screen)
        # Browser tests are called like the feature.
        chosen.browser.update(file for file in E2E.glob("tests/*.test.ts") if file.name == f"{screen.parent.name}.test.ts")
    return bool(files or screens)


def _add_file(file: Path, chosen: Chosen) -> None:
    (chosen.browser if E2E in file.parents else chosen.vitest).add(file)


def _as_package(name: str, chosen: Chosen, packages: list[Package]) -> bool:
    """A package with all of its tests, one of its test programs (`identity-it`), or those of all packages (`golden`)."""
    found: dict[tuple[str, str], list[str]] = {
        (package.name, target): []
        for package in packages
        for target in package.targets
        if name in (package.name, target) or target.endswith(f"-{name}")
    }
    chosen.rust.update(found)
    return bool(found)


def _as_title(name: str, chosen: Chosen, packages: list[Package]) -> bool:
    """A part of the name of Rust tests (with their modules), of titles of the others."""
    found = False
    wanted = name.replace("-", "_").lower()
    for package in packages:
        for file in sorted(package.folder.rglob("*.rs")):
            target = package.target_of(file)
            if target and any(wanted in test for test in _tests_in(file, package.module_of(file, target), target)):
                names = chosen.rust.setdefault((package.name, target), [])
                names += [wanted] if wanted not in names else []
                found = True
    for file in _front_end_files():
        if name in file.read_text(encoding="utf-8"):
            _add_file(file, chosen)
            chosen.titles.add(name)
            found = True
    return found


def _tests_in(file: Path, module: str, target: str) -> list[str]:
    """What the tests in a source are called, whether they stand in it or in a module `tests` of it."""
    text = file.read_text(encoding="utf-8")
    if not IS_TEST.search(text):
        return []
    inside = f"{module}::" if module else ""
    between = ("", "tests::") if target in ("lib", "bin") else ("",)
    return [f"{inside}{each}{name}" for name in TEST_FUNCTION.findall(text) for each in between]


def _add_source(file: Path, chosen: Chosen, packages: list[Package]) -> bool:
    """The tests of a Rust source: those of the module that it belongs to, or all of its program."""
    for package in packages:
        target = package.target_of(file)
        if target:
            module = package.module_of(file, target).removesuffix("::tests")
            folder = module.rpartition("::")[0] if target == "lib" and file.stem not in ("mod", "tests") else module
            chosen.rust.setdefault((package.name, target), []).extend([folder or module] if module else [])
            return True
    return False


def _changed() -> Chosen:
    """What differs from the branch point, committed or not: each changed package's tests, and what the front ends' runner relates."""
    since = _git("merge-base", "HEAD", "main") or "HEAD"
    names = [*_git("diff", "--name-only", since).split("\n"), *_git("ls-files", "--others", "--exclude-standard").split("\n")]
    files = [places.ROOT / name for name in names if name]
    chosen = Chosen()
    packages = _packages()
    proto = next((package for package in packages if package.name == "kajo-proto"), None)
    for file in files:
        for package in packages:
            if package.folder in file.parents:
                # A contract concerns everybody who speaks it.
                concerned = [each for each in packages if each.folder.parent.name == "services"] if package is proto else [package]
                for each in concerned:
                    chosen.rust.update({(each.name, target): [] for target in each.targets if target != "platform-kill"})
        if file in _front_end_files() and E2E in file.parents:
            chosen.browser.add(file)
        elif places.FRONTENDS in file.parents:
            chosen.since = since
    if not (chosen.rust or chosen.browser or chosen.since):
        say.line(f"nothing that has tests changed since {since[:12]}")
    return chosen


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=places.ROOT, capture_output=True, text=True, check=False).stdout.strip()


def _packages() -> list[Package]:
    members = tomllib.loads((places.ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["members"]
    return [_package(places.ROOT / member) for member in members]


def _package(folder: Path) -> Package:
    manifest = tomllib.loads((folder / "Cargo.toml").read_text(encoding="utf-8"))
    targets: dict[str, Path] = {}
    for test in manifest.get("test", []):
        path = folder / test["path"]
        targets[test["name"]] = path.parent if path.name == "main.rs" else path
    for file in sorted((folder / "tests").glob("*.rs")):
        if file not in targets.values():
            targets[file.stem] = file
    if (folder / "src" / "lib.rs").exists() and manifest.get("lib", {}).get("test", True):
        targets["lib"] = folder / "src"
    elif (folder / "src" / "main.rs").exists() and not any(each.get("test") is False for each in manifest.get("bin", [])):
        targets["bin"] = folder / "src"
    return Package(manifest["package"]["name"], folder, targets)


def _front_end_files() -> list[Path]:
    there = [*E2E.glob("tests/*.test.ts"), *places.FRONTENDS.glob("tools/**/*.test.mjs")]
    return there + [file for app in APPS for file in (places.FRONTENDS / app / "test").rglob("*.test.ts*")]


def _run_rust(chosen: dict[tuple[str, str], list[str]]) -> reports.Count:
    kills = {each: names for each, names in chosen.items() if each[1] == rust_tests.KILL}
    others = {each: names for each, names in chosen.items() if each not in kills}
    total = reports.Count()
    if others:
        total.add(_run_tests(others))
    for names in kills.values():
        test = next(test for test in rust_tests.build() if test.name == rust_tests.KILL)
        minutes = circles.ALL.kills
        total.add(rust_tests.Kills(test, spaced.stack_tool(), spaced.environment(), minutes, names).result())
    return total


def _run_tests(chosen: dict[tuple[str, str], list[str]]) -> reports.Count:
    packages = sorted({package for package, _ in chosen})
    selected = [word for package in [*packages, EVERYTHING] for word in ("-p", package)]
    for option in sorted({_option(*each) for each in chosen}):
        selected += option
    # What is named by its own name runs, also when it is marked as long; of a whole package the gate's tests do.
    circle = circles.NAMED if all(chosen.values()) else circles.GATE
    which = " or ".join(_filterset(*each, names) for each, names in chosen.items())
    folders = {package.name: package for package in _packages()}
    roots = [folders[package].targets[target] for package, target in chosen]
    # The rules in a library need no server.
    if all(target == "lib" for _, target in chosen) and not any(map(_asks_for_servers, roots)):
        return rust_tests.run(circle, {}, selected=tuple(selected), chosen=which)
    with test_servers.while_running() as environment:
        return rust_tests.run(circle, environment, test_servers.lost, selected=tuple(selected), chosen=which)


def _filterset(package: str, target: str, names: list[str]) -> str:
    """The tests of a target whose names hold one of these, in nextest's words."""
    of = f"package(={package}) and " + {"lib": "kind(lib)", "bin": "kind(bin)"}.get(target, f"binary(={target})")
    named = " or ".join(f"test({name})" for name in names)
    return f"({of} and ({named}))" if named else f"({of})"


def _option(package: str, target: str) -> tuple[str, ...]:
    """How cargo is told to build a target's tests."""
    return {"lib": ("--lib",), "bin": ("--bin", package)}.get(target, ("--test", target))


def _asks_for_servers(folder: Path) -> bool:
    return any("KAJO_TEST_" in file.read_text(encoding="utf-8") for file in folder.rglob("*.rs"))


def _run_vitest(chosen: Chosen) -> reports.Count:
    if not builds.frontend_packages() or builds.run(["node", "tools/i18n-compile.mjs"], cwd=places.FRONTENDS) != 0:
        raise say.Trouble("the texts do not compile (see above)")
    total = reports.Count()
    if chosen.vitest:
        total.add(_vitest(places.FRONTENDS, ["run", *map(str, sorted(chosen.vitest))], chosen.titles, [], "frontends.xml"))
    if chosen.related:
        total.add(_vitest(places.FRONTENDS, ["related", "--run", *map(str, sorted(chosen.related))], set(), [], "frontends.xml"))
    if chosen.since:
        total.add(_vitest(places.FRONTENDS, ["run", "--changed", chosen.since], set(), [], "frontends.xml"))
    return total


def _run_browser(chosen: Chosen) -> reports.Count:
    if not builds.frontend_packages():
        raise say.Trouble("the front ends' packages are missing")
    stack = [sys.executable, str(places.ROOT / "tools" / "stack.py"), "e2e", "--"]
    return _vitest(E2E, ["run", *map(str, sorted(chosen.browser))], chosen.titles, stack, "e2e.xml")


def _vitest(folder: Path, which: list[str], titles: set[str], before: list[str], report: str) -> reports.Count:
    named = ["-t", "|".join(re.escape(title) for title in sorted(titles))] if titles else []
    log = places.REPORTS / f"{report.removesuffix('.xml')}.log"
    (places.REPORTS / report).unlink(missing_ok=True)
    command = [*before, str(VITEST), *which, "--passWithNoTests", *named]
    status = tee.Teed(command, log, {**os.environ, "KAJO_REPORTS": str(places.REPORTS)}, cwd=folder).wait()
    count = reports.junit(places.REPORTS / report) if (places.REPORTS / report).exists() else reports.Count()
    return reports.checked(count, status, f"vitest in {folder.name}/", log)
