"""`./just dev`: the running stack, with the apps served by Vite and the platform rebuilt when a Rust source changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from . import builds, compiler, places, processes, say, stack, up

WATCHED = ("services", "proto", "Cargo.toml", "Cargo.lock")
SUFFIXES = {".rs", ".proto", ".toml", ".sql", ".lock", ".json"}


class Watch:
    """Called twice a second: starts Vite once, then looks for changed sources."""

    def __init__(self) -> None:
        self._seen = _newest()
        self._vite: processes.Process | None = None
        self._looked_for_vite = False

    def tick(self, running: stack.Stack) -> None:
        """One look."""
        if not self._looked_for_vite:
            self._looked_for_vite = True
            self._vite = _start_vite(running)
        newest = _newest()
        if newest == self._seen:
            return
        self._seen = newest
        self._rebuild(running)

    def stop(self) -> None:
        """End Vite."""
        if self._vite:
            # npm, its shell and Vite form one session; the group gets the signal, not only npm.
            processes.stop_group(self._vite)

    def _rebuild(self, running: stack.Stack) -> None:
        if builds.run(["cargo", "build", "--workspace", "--bins"], env=compiler.environment()) != 0:
            say.line("  not built; the old platform goes on")
            return
        for name in stack.APPS:
            was = running.process(name)
            if was:
                was.stop(patience=20)
            try:
                with say.stage(f"restart {name}"):
                    running.start(name)
                running.paused.discard(name)
            except say.Trouble as trouble:
                running.paused.add(name)
                say.line(f"{trouble}\n  waiting for the next change")


def dev() -> None:
    """Up, and then reload on change."""
    watch = Watch()
    try:
        up.up(watch.tick)
    finally:
        watch.stop()


def gallery() -> int:
    """The gallery of components, with reload; Ctrl-C ends it."""
    builds.need("node", "npm")
    builds.frontends()
    return builds.npm("run", "gallery")


def _start_vite(running: stack.Stack) -> processes.Process | None:
    if "dev" not in builds.scripts():
        say.line("  frontends/ has no script 'dev': the built apps are served, without reload")
        return None
    at = running.addresses
    environment = {
        **os.environ,
        "KAJO_RESIDENT_URL": f"http://{at.resident}",
        "KAJO_PRACTITIONER_URL": f"http://{at.practitioner}",
    }
    vite = subprocess.Popen(
        ["npm", "--no-update-notifier", "run", "dev"],
        cwd=places.FRONTENDS,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        start_new_session=True,
    )
    return processes.Process.of(vite.pid)


def _newest() -> tuple[int, int]:
    """How many sources there are and when the youngest changed; a deleted file changes the first number."""
    count, newest = 0, 0
    for start in WATCHED:
        path = places.ROOT / start
        for file in [path] if path.is_file() else _files(path):
            try:
                newest = max(newest, file.stat().st_mtime_ns)
                count += 1
            except FileNotFoundError:
                continue
    return count, newest


def _files(folder: Path) -> list[Path]:
    return [
        Path(base, name)
        for base, _, names in os.walk(folder)
        for name in names
        if Path(name).suffix in SUFFIXES
    ]
