"""`./just up`, `down`, `reset`: the whole platform in the foreground, and its end."""

from __future__ import annotations

import json
import os
import signal
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from types import FrameType
from typing import Callable, Iterator

from . import builds, places, processes, say, stack, state, tools_from_pypi

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
WHO = places.LOCAL / "up.json"


class Ended(Exception):
    """The person or the system asked us to end."""


@contextmanager
def ending_signals() -> Iterator[None]:
    """Inside, Ctrl-C and kill raise `Ended`, so that every `finally` runs."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Ended

    before = {number: signal.signal(number, end) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Inside, a second Ctrl-C does not interrupt the stopping."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def up(tick: Callable[[stack.Stack], None] = lambda running: None) -> None:
    """Build what changed, start everything, print where it is, and stay until Ctrl-C. `tick` runs twice a second."""
    builds.need("cargo", "node", "npm")
    with state.locked(places.LOCAL / "up.lock", wait=False) as mine:
        if not mine:
            raise say.Trouble("this checkout is up already: use it, or stop it with ./just down")
        own = processes.Process.of(os.getpid())
        WHO.write_text(json.dumps(own.record() if own else {}), encoding="utf-8")
        running = stack.of_checkout()
        try:
            with ending_signals():
                _start(running)
                _watch(running, tick)
        except Ended:
            say.line("\nstopping ...")
        finally:
            with undisturbed():
                stopped = running.stop()
                WHO.unlink(missing_ok=True)
                if stopped:
                    say.line(f"stopped: {', '.join(stopped)}")


def down() -> None:
    """Stop everything of this checkout, also what a killed `up` left behind."""
    try:
        foreground = processes.Process.from_record(json.loads(WHO.read_text(encoding="utf-8")))
    except (FileNotFoundError, json.JSONDecodeError, KeyError):
        foreground = None
    if foreground:
        foreground.stop(signal.SIGTERM, patience=60)
    left = stack.of_checkout().stop()
    say.line("stopped" if foreground or left else "nothing ran")


def reset() -> None:
    """Stop everything and delete its data."""
    down()
    existing = stack.of_checkout()
    existing.delete()
    say.line("deleted what this checkout stored: its own databases and bus, files, keys")
    for name in existing.foreign:
        say.line(f"left alone: the {name} configured by KAJO_{name.upper()}_URL")


def _start(running: stack.Stack) -> None:
    begun = time.monotonic()
    tools_from_pypi.ensure()
    builds.frontends()
    builds.rust()
    running.stop_apps()
    for remark in running.choose_ports():
        say.line(f"  {remark}")
    running.start_servers()
    started = running.start_apps()
    say.line(f"  {'all':<22} {time.monotonic() - begun:6.1f} s")
    if "platform" in started:
        _welcome(running)
    say.line("\nCtrl-C stops all of it. Logs: ./just logs")


def _welcome(running: stack.Stack) -> None:
    at = running.addresses
    say.line("")
    for name, plain, secure in (
        ("Resident app", at.resident, at.resident_tls),
        ("Practitioner app", at.practitioner, at.practitioner_tls),
    ):
        addresses = [f"{scheme}://{_local(address)}" for scheme, address in (("http", plain), ("https", secure))]
        say.line(f"{name:<17} {addresses[0]}   {addresses[1]}")
    say.line("Safari signs in at https alone: over http it drops the cookies of a sign-in. The certificate is this checkout's own.")
    people = _demo_people(at.simulators)
    if people:
        say.line("\nDemo people (choose one on the sign-in page)")
        for person in people:
            say.line(f"  {person['realm']:<13} {person['name']:<24} {person.get('about', '')}".rstrip())


def _local(address: str) -> str:
    return address.replace("127.0.0.1", "localhost")


def _demo_people(simulators: str) -> list[dict[str, str]]:
    try:
        with urllib.request.urlopen(f"http://{simulators}/people", timeout=2) as answer:
            return json.load(answer)
    except (urllib.error.URLError, OSError, ValueError):
        return []


def _watch(running: stack.Stack, tick: Callable[[stack.Stack], None]) -> None:
    expected = set(running.processes())
    caller = os.getppid()
    while True:
        time.sleep(0.5)
        if os.getppid() != caller:
            # just or the terminal was killed without telling us.
            raise Ended
        processes.collect_ended()
        tick(running)
        for name in expected - running.paused:
            if running.process(name) is None:
                log = running.logs / f"{name}.log"
                raise say.Trouble(f"{name} ended by itself; the end of {log}:\n{say.last_lines(log)}")
