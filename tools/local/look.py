"""Looking into a running stack: `./just logs`, `./just psql SERVICE`, `./just nats ...`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urlsplit

from . import e2e, places, say, stack


def logs(name: str | None) -> None:
    """Follow one log or all of them, beginning with the last lines of each."""
    if name and not (places.LOGS / f"{name}.log").exists():
        there = ", ".join(sorted(log.stem for log in places.LOGS.glob("*.log"))) or "none yet: ./just up"
        raise say.Trouble(f"no log named {name}; there are: {there}")
    seen: dict[Path, int] = {}
    try:
        while True:
            for log in sorted(places.LOGS.glob(f"{name or '*'}.log")):
                _print_new(log, seen, "" if name else f"{log.stem:<14} | ")
            time.sleep(0.3)
    except KeyboardInterrupt:
        return


def _print_new(log: Path, seen: dict[Path, int], prefix: str) -> None:
    size = log.stat().st_size
    start = seen.get(log)
    if start is None:
        tail = log.read_bytes().splitlines()[-20:]
    elif size < start:
        tail = log.read_bytes().splitlines()
    else:
        with log.open("rb") as handle:
            handle.seek(start)
            fresh = handle.read(size - start)
        size = start + fresh.rfind(b"\n") + 1
        tail = fresh[: size - start].splitlines()
    seen[log] = size
    for text in tail:
        print(prefix + text.decode(errors="replace"), flush=True)


def psql(service: str, arguments: list[str]) -> None:
    """Open psql in the database of one service."""
    running = stack.of_checkout()
    if "postgres" not in running.foreign and running.process("postgres") is None:
        raise say.Trouble("Postgres does not run: ./just up")
    url = f"{running.postgres_url}/kajo_{service.replace('-', '_')}"
    program = shutil.which("psql")
    if program is None:
        raise say.Trouble(
            f"psql is missing (Debian: apt-get install postgresql-client, macOS: brew install libpq); the address is {url}"
        )
    # Its read models are those of the newest build; the tables that migrations made are patterns of theirs.
    newest = "select string_agg(format('rm_%s_v%s,', name, version), '') from (select name, max(version) as version from read_models group by name) n"
    # Everybody on this machine reads the arguments of programs: the password is none of them.
    address = urlsplit(url)
    if address.password:
        os.environ["PGPASSWORD"] = unquote(address.password)
        url = address._replace(netloc=f"{address.username}@{address.hostname}:{address.port}").geturl()
    path = subprocess.run([program, url, "-Atqc", newest], check=False, capture_output=True, text=True).stdout.strip()
    os.environ["PGOPTIONS"] = f"-c search_path={path}public"
    os.execv(program, ["psql", url, *arguments])


def flag(arguments: list[str]) -> int:
    """Feature flags of the running platform: list them, or switch one. Inside browser tests it is their platform."""
    return _operator(["flag", *arguments])


def sessions(arguments: list[str]) -> int:
    """End all sessions of a person at the running platform."""
    return _operator(["sessions", *arguments])


def _operator(arguments: list[str]) -> int:
    """A verb of the platform that runs, for its operators."""
    home = os.environ.get("KAJO_E2E_HOME")
    running = e2e.stack_at(Path(home)) if home else stack.of_checkout()
    if running.process("platform") is None:
        raise say.Trouble("the platform does not run: ./just up")
    command = [str(places.BINARIES / "platform"), *arguments]
    return subprocess.run(command, check=False, env={**running.platform_environment(), "KAJO_LOG": "warn"}).returncode


def nats(arguments: list[str]) -> None:
    """The nats program when it is installed; else streams and consumers, read from the server's monitoring address."""
    running = stack.of_checkout()
    if "nats" not in running.foreign and running.process("nats") is None:
        raise say.Trouble("nats-server does not run: ./just up")
    program = shutil.which("nats")
    if program:
        os.execv(program, ["nats", "--server", running.nats_url, *arguments])
    what = arguments[0] if arguments else ""
    if "nats" in running.foreign or what not in ("stream", "streams", "consumer", "consumers"):
        raise say.Trouble(
            "the nats program is missing (https://github.com/nats-io/natscli); "
            f"without it: ./just nats streams, ./just nats consumers; the address is {running.nats_url}"
        )
    _print_streams(running.nats.monitor, with_consumers=what.startswith("consumer"))


def _print_streams(monitor: int, with_consumers: bool) -> None:
    query = f"http://127.0.0.1:{monitor}/jsz?accounts=1&streams=1&consumers=1&config=1"
    with urllib.request.urlopen(query, timeout=5) as answer:
        accounts = json.load(answer).get("account_details") or []
    streams = [stream for account in accounts for stream in account.get("stream_detail") or []]
    if not streams:
        print("no streams")
    for stream in streams:
        state = stream["state"]
        print(
            f"{stream['name']}: {state['messages']} messages, {state['bytes']} bytes, sequence "
            f"{state['first_seq']}..{state['last_seq']}, subjects {' '.join(stream['config'].get('subjects') or [])}"
        )
        for consumer in stream.get("consumer_detail") or [] if with_consumers else []:
            print(
                f"  {consumer['name']}: acknowledged up to {consumer['ack_floor']['stream_seq']}, "
                f"{consumer['num_pending']} waiting, {consumer['num_ack_pending']} in work, "
                f"{consumer['num_redelivered']} delivered again"
            )
