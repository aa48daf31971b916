"""A server that answers what a test says, and keeps what it was asked."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from support.local_server import LocalServer, QuietHandler

JSON, NDJSON = "application/json", "application/x-ndjson"


@dataclass(frozen=True)
class Asked:
    """A request. `number` counts from 1."""

    number: int
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Answer:
    content: bytes = b""
    status: int = 200
    kind: str = JSON
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False
    """Sends the content as the beginning of a body, and then nothing more"""
    drips: bytes = b""
    """Sent again and again after the content, every 0.1 s"""


SILENCE = None
"""No answer at all"""

Reply: TypeAlias = Callable[[Asked], Answer | None] | Answer | None


def envelope(data: Any) -> bytes:
    metadata = {"request_id": "req_1", "timestamp": "2026-01-01T00:00:00.000Z", "version": "v1"}
    return json.dumps({"success": True, "data": data, "metadata": metadata}).encode()


def failure(code: str, message: str) -> bytes:
    return json.dumps({"success": False, "errors": [{"code": code, "message": message}], "metadata": {}}).encode()


STILL_AT_WORK = Answer(
    failure("DUPLICATE_RESOURCE", "the first request with this Idempotency-Key is still at work; try again later"), 409
)


class Canned(LocalServer):
    """`answer` is called for each request."""

    def __init__(self, answer: Reply) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self.lock = threading.Lock()
        super().__init__(type("Handler", (_Handler,), {"canned": self}))

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Answer | None:
        with self.lock:
            asked = Asked(len(self.asked) + 1, path, headers, body)
            self.asked.append(asked)
        return self.answer(asked) if callable(self.answer) else self.answer


class _Handler(QuietHandler):
    canned: ClassVar[Canned]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle_request(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", 0)))
        answer = self.canned.take(self.path, headers, body)
        if answer is None:
            return self.until_the_client_leaves()
        self.send_response_only(answer.status)
        self.send_header("Content-Type", answer.kind)
        endless = answer.hangs or answer.drips
        self.send_header("Content-Length", str(len(answer.content) + (10**9 if endless else 0)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        with contextlib.suppress(OSError):
            self.end_headers()
            self.wfile.write(answer.content)
        return self.until_the_client_leaves(answer.drips) if endless else None

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_request  # noqa: N815

    def until_the_client_leaves(self, drips: bytes = b"") -> None:
        self.close_connection = True
        self.connection.settimeout(0.1)
        while True:
            try:
                if not self.connection.recv(1):
                    return
            except TimeoutError:
                try:
                    self.wfile.write(drips)
                except OSError:
                    return
            except OSError:
                return
