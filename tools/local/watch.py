"""Ends a running command that hangs, whose time is up, or that has lost a server it needs: a red run with its reason, not one that never ends."""

from __future__ import annotations

import subprocess
import threading
import time
from typing import Callable

from . import say, tee

# In seconds; longer than any test takes. Each that ends says so.
SILENCE = 330.0
# How often is looked, in seconds.
EVERY = 0.5


def nothing_lost() -> str:
    """For commands that need no server."""
    return ""


def ended(running: tee.Teed, name: str, minutes: float, lost: Callable[[], str] = nothing_lost) -> tee.Teed:
    """The same command, which is ended from now on when it falls silent, after so many minutes, or when `lost` says what is gone."""
    until = time.monotonic() + minutes * 60
    threading.Thread(target=_watch, args=(running, name, until, minutes, lost), daemon=True).start()
    return running


def _watch(running: tee.Teed, name: str, until: float, minutes: float, lost: Callable[[], str]) -> None:
    while running.process.poll() is None:
        now = time.monotonic()
        if now - running.heard > SILENCE:
            running.reason = f"{name} has said nothing for {SILENCE:.0f} s: it hangs"
        elif now > until:
            running.reason = f"{name} has taken the {minutes:.0f} minutes that it may take"
        else:
            running.reason = lost()
        if running.reason:
            say.line(f"{running.reason}; it is ended")
            end(running)
            return
        time.sleep(EVERY)


def end(running: tee.Teed) -> None:
    """Ask first: what it has started ends with it then. Whoever does not hear is killed."""
    running.process.terminate()
    try:
        running.process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        running.process.kill()
