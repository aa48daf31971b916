"""An HTTP proxy that fails on purpose, by a plan for each Idempotency-Key."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import ClassVar

from support.local_server import LocalServer, QuietHandler

# What happens to one try: cut_before, cut_after, cut_inside, hang, drip, repeat, race, pass, or a status to answer.
Plan = Sequence[str]
Forwarded = tuple[int, list[tuple[str, str]], bytes]


class FlakyProxy(LocalServer):
    """`plan_of(n)` is the plan of the nth key that comes: what happens to its first try, its second, and so on."""

    def __init__(self, port: int, plan_of: Callable[[int], Plan]) -> None:
        self.target, self.plan_of = port, plan_of
        self.lock = threading.Lock()
        self.plans: dict[str, Plan] = {}
        self.tries: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
        self.faults: defaultdict[str, int] = defaultdict(int)
        super().__init__(type("Handler", (_Handler,), {"proxy": self}))

    def next_fault(self, key: str, headers: dict[str, str]) -> str:
        with self.lock:
            plan = self.plans.setdefault(key, self.plan_of(len(self.plans)))
            self.tries[key].append(headers)
            made = len(self.tries[key])
            fault = plan[made - 1] if made <= len(plan) else "pass"
            self.faults[fault] += 1
            return fault


class _Handler(QuietHandler):
    proxy: ClassVar[FlakyProxy]
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def handle_try(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        key = headers.get("idempotency-key") or f"{self.command} {self.path}"
        fault = self.proxy.next_fault(key, headers)
        if fault == "cut_before":
            return self.cut()
        body = self.read_body(headers)
        if fault.isdigit():
            return self.answer(int(fault), [("Retry-After", "1")] if fault == "429" else [], b"<html>proxy</html>")
        if fault == "race":
            return self.answer(*self.race(headers, body))
        status, reply_headers, content = self.forward(headers, body)
        if fault == "repeat":
            status, reply_headers, content = self.forward(headers, body)
        if fault == "cut_after":
            return self.cut()
        if fault == "hang":
            self.connection.recv(1)  # until the client has given up
            return self.cut()
        if fault == "drip":
            return self.drip(status, content)
        return self.answer(status, reply_headers, content, cut=fault == "cut_inside")

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_try  # noqa: N815

    def read_body(self, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(headers.get("content-length", 0)))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def forward(self, headers: dict[str, str], body: bytes) -> Forwarded:
        connection = http.client.HTTPConnection("127.0.0.1", self.proxy.target)
        passed = {name: value for name, value in headers.items() if name not in {"connection", "transfer-encoding"}}
        connection.request(self.command, self.path, body, {**passed, "content-length": str(len(body))})
        reply = connection.getresponse()
        content = reply.read()
        connection.close()
        hidden = {"transfer-encoding", "connection", "keep-alive", "content-length"}
        return reply.status, [item for item in reply.getheaders() if item[0].lower() not in hidden], content

    def race(self, headers: dict[str, str], body: bytes) -> Forwarded:
        """Sends the request twice at once. The answer to the second one is often a 409."""
        first = threading.Thread(target=self.forward, args=(headers, body))
        first.start()
        second = self.forward(headers, body)
        first.join()
        if second[0] == 409:
            with self.proxy.lock:
                self.proxy.faults["409"] += 1
        return second

    def answer(self, status: int, headers: list[tuple[str, str]], content: bytes, cut: bool = False) -> None:
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        with contextlib.suppress(OSError):  # the client has gone
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if cut else content)
        if cut:
            self.cut()

    def drip(self, status: int, content: bytes) -> None:
        """A byte at a time, until the client has given up."""
        self.send_response_only(status)
        self.send_header("Content-Length", str(len(content) + 1_000_000))
        self.end_headers()
        self.connection.settimeout(0.05)
        while True:
            try:
                self.wfile.write(b" ")
                if not self.connection.recv(1):
                    return self.cut()
            except TimeoutError:
                continue
            except OSError:
                self.close_connection = True
                return None

    def cut(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
