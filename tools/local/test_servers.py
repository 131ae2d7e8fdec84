"""The throw-away Postgres and NATS that tests run against; they stay up between two test runs."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from . import clamd, places, ports, say, state, up as foreground
from .nats import Server
from .postgres import THROW_AWAY, Cluster

# Tests look for texts in the write-ahead log: another test's database that is dropped must not take it away meanwhile.
SETTINGS = {**THROW_AWAY, "max_connections": "400", "autovacuum_naptime": "10s", "wal_keep_size": "1GB"}


def _servers(home: Path, cluster_port: int, nats_port: int, monitor: int) -> tuple[Cluster, Server]:
    cluster = Cluster(
        home=home / "postgres",
        log=places.LOGS / "test-postgres.log",
        port=cluster_port,
        settings=SETTINGS,
    )
    server = Server(home=home / "nats", log=places.LOGS / "test-nats.log", port=nats_port, monitor=monitor)
    return cluster, server


def _known(remembered: state.State) -> tuple[Cluster, Server]:
    taken = remembered.section("ports")
    home = remembered.section("folders").get("home") or places.server_home() / "test-servers"
    return _servers(Path(home), taken.get("postgres", 0), taken.get("nats", 0), taken.get("nats-monitor", 0))


def up() -> tuple[Cluster, Server, bool]:
    """Start what does not run yet; the flag says whether anything had to be started."""
    places.LOCAL.mkdir(exist_ok=True)
    with state.locked(places.LOCAL / "test-servers.lock"):
        remembered = state.State(places.LOCAL / "test-servers.json")
        cluster, server = _known(remembered)
        if cluster.running() and server.running():
            return cluster, server, False
        # Half of it came down: nothing in it is worth keeping, and a fresh cluster takes half a second.
        _remove(cluster, server)
        chosen = ports.Ports(remembered.section("ports"))
        home = places.throw_away_home() / "test-servers"
        remembered.section("folders")["home"] = str(home)
        cluster, server = _servers(home, chosen.take("postgres"), chosen.take("nats"), chosen.take("nats-monitor"))
        remembered.save()
        with say.stage("test servers") as remarks:
            cluster.start()
            server.start()
            remarks.append(f"postgres {cluster.port}, nats {server.port}")
        return cluster, server, True


def down() -> bool:
    """Stop them and delete their data; False when nothing ran."""
    with state.locked(places.LOCAL / "test-servers.lock"):
        return _remove(*_known(state.State(places.LOCAL / "test-servers.json")))


@contextmanager
def while_running() -> Iterator[dict[str, str]]:
    """Inside, the servers run, and this is where. Somebody else's stay afterwards; ours leave nothing behind."""
    cluster, server, started = up()
    try:
        yield environment(cluster, server)
    finally:
        if started:
            with foreground.undisturbed():
                down()


def lost() -> str:
    """Which of them is gone, with the last lines of its log; empty while both run."""
    cluster, server = _known(state.State(places.LOCAL / "test-servers.json"))
    for name, each in (("postgres", cluster), ("nats", server)):
        if each.running() is None:
            return f"{name} of the tests is gone; the end of {each.log}:\n{say.last_lines(each.log)}"
    return ""


def environment(cluster: Cluster, server: Server) -> dict[str, str]:
    """What the tests read."""
    return {"KAJO_TEST_POSTGRES_URL": cluster.url("postgres"), "KAJO_TEST_NATS_URL": server.url, **clamd.for_tests()}


def _remove(cluster: Cluster, server: Server) -> bool:
    stopped = [server.stop(), cluster.stop()]
    cluster.delete()
    server.delete()
    return any(stopped)
