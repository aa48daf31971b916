"""An endpoint of webhooks that keeps what it received."""

from __future__ import annotations

import queue
from dataclasses import dataclass
from typing import ClassVar

from support.local_server import LocalServer, QuietHandler


@dataclass(frozen=True)
class Received:
    body: bytes
    headers: dict[str, str]


class Receiver(LocalServer):
    """Answers 204 to each request and puts it into a queue."""

    def __init__(self) -> None:
        self.requests: queue.Queue[Received] = queue.Queue()
        super().__init__(type("Handler", (_Handler,), {"receiver": self}))
        self.url += "/hook"

    def next(self) -> Received:
        return self.requests.get(timeout=20)


class _Handler(QuietHandler):
    receiver: ClassVar[Receiver]

    def receive(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.receiver.requests.put(Received(body, dict(self.headers.items())))
        self.send_response(204)
        self.end_headers()

    do_POST = receive  # noqa: N815
