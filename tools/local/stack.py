"""One running stack: Postgres, nats-server, simulators, platform. `./just up` and the browser tests each have one."""

from __future__ import annotations

import os
import shutil
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from . import clamd, contract, places, ports, processes, say, state
from .nats import Server
from .postgres import Cluster

APPS = ("simulators", "platform")
SERVERS = ("postgres", "nats")


class Stack:
    """Starts and stops the parts by name; ports and processes are remembered in the state file of its home."""

    def __init__(self, home: Path, server_home: Path, logs: Path, settings: dict[str, str]) -> None:
        """`settings` are for Postgres; `server_home` is a folder that the user of Postgres can reach."""
        self.home = home
        self.server_home = server_home
        self.logs = logs
        self._settings = settings
        self._state = state.State(home / "state.json")
        # A virus scanner of this machine, to be used in place of the simulated one.
        self.scanner: clamd.Clamd | None = None
        # Parts that are down on purpose, for instance while what replaces them does not build.
        self.paused: set[str] = set()
        # A server that somebody runs already is used as it is, and is not ours to start, stop or delete.
        self.foreign = {
            name: url
            for name, url in (
                ("postgres", os.environ.get("KAJO_POSTGRES_URL")),
                ("nats", os.environ.get("KAJO_NATS_URL")),
            )
            if url
        }

    def use_only_own_servers(self) -> None:
        """For tests: whatever the environment says, this stack has servers of its own."""
        self.foreign = {}

    def choose_ports(self, spread: bool = False, expected: bool = True) -> list[str]:
        """Choose every port before anything starts; answers with a remark for each that differs from what people expect."""
        running = self.cluster.running_port(), self.nats.running()
        taken = self._state.section("ports")
        chosen = ports.Ports(taken, spread)
        if not running[0]:
            chosen.take("postgres")
        if not running[1]:
            chosen.take("nats")
            chosen.take("nats_monitor")
        remarks = []
        for name, usual in contract.PORTS.items():
            wish = os.environ.get(contract.CHOSEN_BY[name]) if expected else None
            if wish:
                taken[name] = _wished_port(contract.CHOSEN_BY[name], wish)
                continue
            port = chosen.take(name, usual if expected else None)
            if expected and usual not in (None, port):
                remarks.append(f"port {usual} is taken, {name.replace('_', ' ')} uses {port}")
        self._state.save()
        return remarks

    def collector_port(self) -> int:
        """A free port, remembered, for whoever takes in the spans of this stack."""
        port = ports.Ports(self._state.section("ports"), spread=True).take("collector")
        self._state.save()
        return port

    @property
    def cluster(self) -> Cluster:
        """This stack's Postgres."""
        return Cluster(
            home=self.server_home / "postgres",
            log=self.logs / "postgres.log",
            port=self._state.section("ports").get("postgres", 0),
            settings=self._settings,
        )

    @property
    def nats(self) -> Server:
        """This stack's nats-server."""
        taken = self._state.section("ports")
        return Server(
            home=self.home / "nats",
            log=self.logs / "nats.log",
            port=taken.get("nats", 0),
            monitor=taken.get("nats_monitor", 0),
        )

    @property
    def addresses(self) -> contract.Addresses:
        """Where everything listens."""
        taken = self._state.section("ports")
        return contract.Addresses(**{name: f"127.0.0.1:{taken.get(name, 0)}" for name in contract.PORTS})

    @property
    def postgres_url(self) -> str:
        """The server's address without a database."""
        return self.foreign.get("postgres") or self.cluster.url()

    @property
    def nats_url(self) -> str:
        """The bus."""
        return self.foreign.get("nats") or self.nats.url

    def start_servers(self) -> None:
        """Postgres and nats-server, or a check that the configured ones answer."""
        for name in SERVERS:
            with say.stage(name) as remarks:
                if name in self.foreign:
                    _must_answer(name, self.foreign[name])
                    remarks.append(f"the one configured by KAJO_{name.upper()}_URL")
                    continue
                remarks.append(f"127.0.0.1:{self._state.section('ports')[name]}")
                if self.process(name):
                    remarks.append("was running")
                else:
                    processes.turn_over(self.logs / f"{name}.log")
                    self.start(name)
        if self.scanner and not self.process("clamd"):
            self._start_scanner(self.scanner)

    def _start_scanner(self, scanner: clamd.Clamd) -> None:
        """The machine's virus scanner. One that does not start is said; the simulated one takes its place."""
        port = ports.Ports(self._state.section("ports"), spread=True).take("scanner")
        with say.stage("clamd") as remarks:
            try:
                found = clamd.start(scanner, self.home / "clamav", port, self.logs / "clamd.log")
            except say.Trouble as trouble:
                say.line(f"{trouble}\n  the simulated scanner is used")
                return
            remarks.append(f"127.0.0.1:{port}, {scanner.program}")
        self._state.section("processes")["clamd"] = found.record()
        self._state.save()

    def start_apps(self) -> list[str]:
        """Simulators and platform as far as they are built; answers with the names of those started."""
        started = []
        for name in APPS:
            if not (places.BINARIES / name).exists():
                say.line(f"  {name:<22}    -     not built: {places.BINARIES / name} does not exist")
                continue
            with say.stage(name):
                self.start(name)
            started.append(name)
        return started

    def start(self, name: str) -> processes.Process:
        """Start one part on its remembered ports and wait until it answers."""
        if name == "postgres":
            found = self.cluster.start()
        elif name == "nats":
            found = self.nats.start()
        elif name == "simulators":
            at = self.addresses
            probe = f"http://{at.simulators}/realms/resident/.well-known/openid-configuration"
            found = self._start_app(name, contract.for_simulators(at), probe)
        elif name == "platform":
            at = self.addresses
            for folder in ("tls", "files", "keys"):
                (self.home / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
            found = self._start_app(name, self.platform_environment(), f"http://{at.metrics}/readyz")
        else:
            raise say.Trouble(f"no such part: {name} (there are {', '.join([*SERVERS, *APPS])})")
        self._state.section("processes")[name] = found.record()
        self._state.save()
        return found

    def platform_environment(self) -> dict[str, str]:
        """What the platform of this stack is told, to serve or by another verb."""
        environment = contract.for_platform(self.addresses, self.home, self.postgres_url, self.nats_url)
        if self.scanner and self.process("clamd"):
            environment["KAJO_CLAMD_ADDR"] = f"127.0.0.1:{self._state.section('ports')['scanner']}"
        return environment

    def process(self, name: str) -> processes.Process | None:
        """The living process of one part."""
        if name == "postgres":
            return self.cluster.running()
        if name == "nats":
            return self.nats.running()
        return processes.Process.from_record(self._state.section("processes").get(name))

    def processes(self) -> dict[str, processes.Process]:
        """Every part that runs."""
        found = {name: self.process(name) for name in (*SERVERS, *APPS) if name not in self.foreign}
        return {name: process for name, process in found.items() if process}

    def stop_apps(self) -> list[str]:
        """Stop platform and simulators; answers with the names of those that ran."""
        stopped = []
        for name in ("platform", "simulators"):
            running = self.process(name)
            if running:
                if not running.stop(patience=20):
                    say.line(f"  {name} did not end within 20 s and was killed")
                stopped.append(name)
        return stopped

    def stop(self) -> list[str]:
        """Stop all parts, those that depend on others first; answers with the names of those that ran."""
        stopped = self.stop_apps()
        scanner = self.process("clamd")
        if scanner:
            scanner.stop()
            stopped.append("clamd")
        if self.nats.stop():
            stopped.append("nats")
        if self.cluster.stop():
            stopped.append("postgres")
        return stopped

    def delete(self) -> None:
        """Remove all data of the stack; ports and the local certificate stay."""
        self.cluster.delete()
        self.nats.delete()
        for folder in ("files", "keys"):
            shutil.rmtree(self.home / folder, ignore_errors=True)

    def _start_app(self, name: str, environment: dict[str, str], probe: str) -> processes.Process:
        log = self.logs / f"{name}.log"
        processes.turn_over(log)
        app = processes.start([str(places.BINARIES / name)], log, env=environment, cwd=places.ROOT)
        until = time.monotonic() + 60
        while time.monotonic() < until and app.poll() is None:
            found = processes.Process.of(app.pid)
            if found and _answers(probe):
                return found
            time.sleep(0.05)
        how = f"ended with code {app.returncode}" if app.poll() is not None else f"did not answer {probe} within 60 s"
        if app.poll() is None:
            app.kill()
            app.wait()
        raise say.Trouble(f"{name} {how}; the end of {log}:\n{say.last_lines(log)}")


def of_checkout() -> Stack:
    """The stack of `./just up`: data that survive, Postgres with all its promises."""
    stack = Stack(places.LOCAL, places.server_home(), places.LOGS, {"max_connections": "200"})
    # An address that somebody chose is used as it is.
    stack.scanner = None if os.environ.get("KAJO_CLAMD_ADDR") else clamd.installed()
    return stack


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return 200 <= answer.status < 300
    except (urllib.error.URLError, OSError):
        return False


def _wished_port(variable: str, address: str) -> int:
    host, _, port = address.rpartition(":")
    if host != "127.0.0.1" or not port.isdigit():
        raise say.Trouble(f"{variable}={address}: write it as 127.0.0.1:PORT")
    if not ports.is_free(int(port)):
        raise say.Trouble(f"{variable}={address}: the port is taken; stop what listens there or choose another port")
    return int(port)


def _must_answer(name: str, url: str) -> None:
    parts = urlsplit(url)
    host, port = parts.hostname or "127.0.0.1", parts.port or {"postgres": 5432, "nats": 4222}[name]
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError as error:
        raise say.Trouble(
            f"KAJO_{name.upper()}_URL points to {host}:{port}, which does not answer ({error.strerror or error}): "
            "start it, or unset the variable to get a private one"
        ) from error
