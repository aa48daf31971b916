"""When a call is sent again. The decisions are here; the waiting and the I/O are in the engines."""

from __future__ import annotations

import dataclasses
import random
import time
import uuid
from collections.abc import Mapping
from typing import Any

import httpx

from ._calls import Call
from .errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    ConflictError,
    MnemeError,
    RateLimitError,
    retry_after,
)

# The service ends a connection on which nothing moves for two minutes.
STREAM_IDLE_SECONDS = 120.0


@dataclasses.dataclass(frozen=True)
class Options:
    """How long a call may take, and how often it is sent."""

    timeout: float = 60.0
    """Seconds for one try, from the connection to the last byte"""
    deadline: float = 180.0
    """Seconds for a call with all its tries and the pauses between them. Import and export have none"""
    max_retries: int = 2
    initial_backoff: float = 0.5
    """Seconds before the first retry; doubled for each further one, and shortened at random by up to a half"""
    max_backoff: float = 8.0


class Attempts:
    """The tries of one call. They share one request id and one Idempotency-Key."""

    def __init__(self, call: Call[Any], options: Options, headers: Mapping[str, str], streamed: bool = False) -> None:
        self.call, self.options, self.streamed = call, options, streamed
        self.made = 0
        self.headers = httpx.Headers({"X-Request-Id": f"py_{uuid.uuid4().hex}", **headers, **call.headers})
        self.request_id = self.headers["X-Request-Id"]
        if call.keyed:
            self.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        self._end = float("inf") if streamed else time.monotonic() + options.deadline
        self._end_of_try = self._end

    def begin(self) -> httpx.Timeout:
        """Starts a try. Each wait within it is bounded by what is left of it."""
        self.made += 1
        if self.streamed:
            return httpx.Timeout(STREAM_IDLE_SECONDS, connect=self.options.timeout)
        now = time.monotonic()
        self._end_of_try = min(now + self.options.timeout, self._end)
        return httpx.Timeout(max(self._end_of_try - now, 0.001))

    def check(self) -> None:
        """Between two chunks of a response: whether the try took too long."""
        if time.monotonic() > self._end_of_try:
            raise httpx.ReadTimeout("the response did not arrive completely in time")

    def pause_after(self, error: httpx.TransportError | APIError) -> float | None:
        """Seconds until the next try; None if there is none."""
        if self.made > self.options.max_retries or not self._worth_another(error):
            return None
        backoff = min(self.options.initial_backoff * 2 ** (self.made - 1), self.options.max_backoff)
        pause = backoff * random.uniform(0.5, 1)  # noqa: S311
        if isinstance(error, APIError):
            pause = max(pause, retry_after(error.headers) or 0)
        return pause if time.monotonic() + pause < self._end else None

    def failure(self, error: httpx.TransportError | APIError) -> MnemeError:
        """What the caller gets after the last try."""
        if isinstance(error, APIError):
            return error
        kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else APIConnectionError
        tries = "1 try" if self.made == 1 else f"{self.made} tries"
        reason = str(error) or type(error).__name__
        return kind(f"{self.call.operation} got no response in {tries}: {reason}", self.request_id)

    def _worth_another(self, error: httpx.TransportError | APIError) -> bool:
        if isinstance(error, APIError):
            if isinstance(error, RateLimitError):
                return True
            if error.status == 408 or error.status >= 500:
                return self.call.repeatable
            return isinstance(error, ConflictError) and self._in_progress(error)
        if isinstance(error, (httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
            return False
        never_sent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        return never_sent or self.call.repeatable

    def _in_progress(self, error: ConflictError) -> bool:
        # Other conflicts have the same code: only the message names the header.
        return self.call.keyed and any(
            item.field == "Idempotency-Key" or "Idempotency-Key" in item.message for item in error.errors
        )
