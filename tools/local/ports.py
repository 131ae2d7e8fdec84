"""Free ports on 127.0.0.1 that stay the same from one start to the next."""

from __future__ import annotations

import random
import socket

from . import places

# Below the range from which Linux (32768) and macOS (49152) give ports to outgoing connections.
FIRST, LAST = 20_000, 31_999


def is_free(port: int) -> bool:
    """Whether a server could listen on 127.0.0.1:`port` now, by TCP and by UDP."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
            probe.listen(1)
        except OSError:
            return False
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) != 0


class Ports:
    """Gives out free ports, each once, and remembers them under a name in `remembered`."""

    def __init__(self, remembered: dict[str, int], spread: bool = False) -> None:
        """`spread` starts at a random place, for stacks that start beside each other at the same moment."""
        self._remembered = remembered
        self._given: set[int] = set()
        self._next = random.randint(FIRST, LAST) if spread else FIRST + int(places.checkout_hash(), 16) % 10_000

    def take(self, name: str, preferred: int | None = None) -> int:
        """`preferred`, else the port remembered for `name`, else the next free one."""
        for port in (preferred, self._remembered.get(name)):
            if port is not None and self._usable(port):
                return self._give(name, port)
        # What is remembered for another name may belong to a part that is about to start.
        others = set(self._remembered.values())
        while self._next in others or not self._usable(self._next):
            self._step()
        return self._give(name, self._next)

    def _usable(self, port: int) -> bool:
        return port not in self._given and is_free(port)

    def _step(self) -> None:
        self._next = self._next + 1 if self._next < LAST else FIRST

    def _give(self, name: str, port: int) -> int:
        self._given.add(port)
        self._remembered[name] = port
        return port
