"""A whole stack of its own for tests: thrown away at the end, its parts may be killed and started again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from . import builds, contract, places, processes, say, stack, state, tools_from_pypi, up
from .postgres import THROW_AWAY

# The machine is not going to lose power during a test, but Postgres may be killed: what it acknowledged must be in the log file.
SETTINGS = {**THROW_AWAY, "synchronous_commit": "on", "max_connections": "200"}
KEPT_LOGS = 5
# Set by whoever has built already.
BUILT = "KAJO_E2E_BUILT"
# The exit code of a run whose stack lost a part, and how the line begins that says which.
LOST = 70
LOST_LINE = "lost: "
# In the home of the stack while a test has killed a part on purpose; a restart takes it away.
EXPECTED = "expected-down"
# How long such a part may stay away, in seconds.
EXPECTED_FOR = 90.0


def run(command: list[str]) -> int:
    """Start a stack on free ports, run `command` with its addresses in the environment, tear down; the command's exit code."""
    if "KAJO_E2E_RESIDENT_URL" in os.environ:
        return subprocess.run(command, check=False).returncode
    if BUILT not in os.environ:
        # Otherwise the tests would run against what the sources were once.
        with state.locked(places.LOCAL / "build.lock"):
            builds.frontends()
            builds.rust()
    tools_from_pypi.ensure()
    home = places.throw_away_home() / f"e2e-{os.getpid()}"
    own = stack_at(home)
    status = 1
    try:
        with up.ending_signals():
            home.mkdir(parents=True)
            # Ports are free until somebody listens: another stack that starts meanwhile would choose the same.
            with state.locked(places.LOCAL / "e2e.lock"), say.stage("stack for tests"):
                own.choose_ports(spread=True, expected=False)
                # The tests take the spans in, and look for what must not stand in them.
                os.environ["KAJO_OTLP_ENDPOINT"] = f"http://127.0.0.1:{own.collector_port()}"
                for name in (*stack.SERVERS, *stack.APPS):
                    own.start(name)
                _write_pids(own)
            status = _run_beside(command, _environment(own), own)
    except up.Ended:
        status = 130
    finally:
        with up.undisturbed():
            own = stack_at(home)
            own.stop()
            own.cluster.delete()
            shutil.rmtree(home, ignore_errors=True)
            _forget_old_logs()
    if status != 0:
        say.line(f"logs of that stack: {own.logs}")
    return status


def _run_beside(command: list[str], environment: dict[str, str], own: stack.Stack) -> int:
    """Run the tests, and end them at once when a part of the stack is gone: each test after that would wait in vain."""
    tests = subprocess.Popen(command, env=environment, start_new_session=True)
    leader = processes.Process.of(tests.pid)
    looked = time.monotonic()
    try:
        while tests.poll() is None:
            processes.collect_ended()
            time.sleep(0.05)
            if time.monotonic() - looked < 0.5:
                continue
            looked = time.monotonic()
            lost = _lost(own)
            if lost:
                log = own.logs / f"{lost}.log"
                say.line(f"{LOST_LINE}{lost} is gone while tests run; the end of {log}:\n{say.last_lines(log)}")
                _end(tests, leader)
                return LOST
    except up.Ended:
        _end(tests, leader)
        raise
    return tests.returncode


def _end(tests: subprocess.Popen, leader: processes.Process | None) -> None:
    if leader:
        processes.stop_group(leader)
    tests.wait()


def _lost(own: stack.Stack) -> str:
    """The part that has ended by itself, or that stays away for longer than a test may keep it down."""
    expected = own.home / EXPECTED
    try:
        if time.time() - expected.stat().st_mtime < EXPECTED_FOR:
            return ""
    except FileNotFoundError:
        pass
    # A restart by another process has written other process ids since.
    now = stack_at(own.home)
    return next((name for name in (*stack.SERVERS, *stack.APPS) if now.process(name) is None), "")


def restart(name: str) -> None:
    """Start a part again that a test has killed: same ports, same data. Called by the test, inside `run`."""
    home = os.environ.get("KAJO_E2E_HOME")
    if not home:
        raise say.Trouble("KAJO_E2E_HOME is not set: this works only inside `tools/stack.py e2e -- COMMAND`")
    own = stack_at(Path(home))
    left = own.process(name)
    if left:
        left.stop()
    own.start(name)
    _write_pids(own)
    (own.home / EXPECTED).unlink(missing_ok=True)


def stack_at(home: Path) -> stack.Stack:
    """The stack of a test whose home this is."""
    own = stack.Stack(home, home, places.LOGS / home.name, SETTINGS)
    own.use_only_own_servers()
    return own


def _write_pids(own: stack.Stack) -> None:
    pids = {name: process.pid for name, process in own.processes().items()}
    (own.home / "pids.json").write_text(json.dumps(pids), encoding="utf-8")


def _environment(own: stack.Stack) -> dict[str, str]:
    at = own.addresses
    pids = own.home / "pids.json"
    return {
        **os.environ,
        "KAJO_E2E_RESIDENT_URL": f"http://{contract.by_name(at.resident)}",
        "KAJO_E2E_PRACTITIONER_URL": f"http://{contract.by_name(at.practitioner)}",
        "KAJO_E2E_RESIDENT_TLS_URL": f"https://{contract.by_name(at.resident_tls)}",
        "KAJO_E2E_PRACTITIONER_TLS_URL": f"https://{contract.by_name(at.practitioner_tls)}",
        "KAJO_E2E_POSTGRES_URL": own.postgres_url,
        "KAJO_E2E_NATS_URL": own.nats_url,
        "KAJO_E2E_SIMULATORS_URL": f"http://{at.simulators}",
        "KAJO_E2E_GRPC_URL": f"http://{at.grpc}",
        "KAJO_E2E_METRICS_URL": f"http://{at.metrics}",
        "KAJO_E2E_BINARIES": str(places.BINARIES),
        "KAJO_E2E_PLATFORM": json.dumps(contract.for_platform(at, own.home, own.postgres_url, own.nats_url)),
        "KAJO_E2E_HOME": str(own.home),
        "KAJO_E2E_LOGS": str(own.logs),
        "KAJO_E2E_PIDS": pids.read_text(encoding="utf-8"),
        "KAJO_E2E_PIDS_FILE": str(pids),
        "KAJO_E2E_FLAG": _command("flag"),
        "KAJO_E2E_RESTART": _command("e2e-restart"),
    }


def _command(verb: str) -> str:
    """A command as a JSON array, to be started without a shell: a checkout may lie in a folder with a space."""
    return json.dumps([sys.executable, str(places.ROOT / "tools" / "stack.py"), verb])


def _forget_old_logs() -> None:
    folders = sorted(places.LOGS.glob("e2e-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in folders[:-KEPT_LOGS]:
        shutil.rmtree(folder, ignore_errors=True)
