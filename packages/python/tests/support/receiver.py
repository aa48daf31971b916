"""An endpoint of webhooks that keeps what it received."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar


@dataclass(frozen=True)
class Received:
    body: bytes
    headers: dict[str, str]


class Receiver:
    """Answers 204 to each request and puts it into a queue."""

    def __init__(self) -> None:
        self.requests: queue.Queue[Received] = queue.Queue()
        handler = type("Handler", (_Handler,), {"receiver": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,))
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook"

    def __enter__(self) -> Receiver:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def next(self) -> Received:
        return self.requests.get(timeout=20)


class _Handler(BaseHTTPRequestHandler):
    receiver: ClassVar[Receiver]

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: each request would be a line."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.receiver.requests.put(Received(body, dict(self.headers.items())))
        self.send_response(204)
        self.end_headers()
