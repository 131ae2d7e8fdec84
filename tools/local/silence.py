"""Ends a running command that has said nothing for so long that it must hang: a red run with its last words, not one that never ends."""

from __future__ import annotations

import subprocess
import threading
import time

from . import say, tee

# In seconds; longer than any test takes. Each that ends says so.
LIMIT = 480.0


def ended(running: tee.Teed, name: str) -> tee.Teed:
    """The same command, which is ended from now on when it falls silent."""
    threading.Thread(target=_watch, args=(running, name, LIMIT), daemon=True).start()
    return running


def _watch(running: tee.Teed, name: str, limit: float) -> None:
    while running.process.poll() is None:
        if time.monotonic() - running.heard > limit:
            say.line(f"{name} has said nothing for {limit:.0f} s: it hangs, and is ended")
            _end(running)
        time.sleep(0.5)


def _end(running: tee.Teed) -> None:
    """Ask first: what it has started ends with it then. Whoever does not hear is killed."""
    running.process.terminate()
    try:
        running.process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        running.process.kill()
