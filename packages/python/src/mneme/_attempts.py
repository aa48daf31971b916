"""When a call is sent again. The decisions are here; the waiting and the I/O are in the engines."""

from __future__ import annotations

import dataclasses
import random
import time
import uuid
from collections.abc import Mapping
from typing import Any

import httpx

from . import _checks
from ._calls import Call
from ._version import VERSION
from .errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    ConflictError,
    MnemeError,
    RateLimitError,
    retry_after,
)

# What a call takes at most if its caller says nothing.
DEADLINE_SECONDS = 180.0
# Longer waits are waits without a limit: a socket cannot count so far.
LONG_SECONDS = 1e8


@dataclasses.dataclass(frozen=True)
class Options:
    """How long a call may take, how often it is sent, and what is sent with it. `math.inf` is no limit."""

    timeout: float = 60.0
    """Seconds for one try, from the connection to the last byte. In an export, for each read"""
    deadline: float | None = None
    """Seconds for a call with all its tries and the pauses between them. None: 180, which an import has for each of its
    batches, and an export until its response begins"""
    max_retries: int = 2
    initial_backoff: float = 0.5
    """Seconds before the first retry; doubled for each further one, and shortened at random by up to a half"""
    max_backoff: float = 8.0
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict, hash=False)
    """Sent with each request"""

    def __post_init__(self) -> None:
        _checks.seconds("timeout", self.timeout)
        if self.deadline is not None:
            _checks.seconds("deadline", self.deadline)
        _checks.whole("max_retries", self.max_retries)
        _checks.seconds("initial_backoff", self.initial_backoff, zero=True)
        _checks.seconds("max_backoff", self.max_backoff, zero=True)
        if not isinstance(self.headers, Mapping):
            raise TypeError(f"headers must be a mapping of names to values, not {type(self.headers).__name__}")
        for name, value in self.headers.items():
            _checks.header(f"the header {name!r}", value, name)


def with_headers(options: Options, headers: Mapping[str, str] | None) -> Options:
    """The options with these headers too, which replace those of the same name."""
    if not headers:
        return options
    merged = httpx.Headers(dict(options.headers))
    merged.update(dict(dataclasses.replace(options, headers=headers).headers))
    return dataclasses.replace(options, headers=dict(merged))


class Attempts:
    """The tries of one call. They share one request id and one Idempotency-Key."""

    def __init__(self, call: Call[Any], options: Options, ends: float | None = None) -> None:
        self.call, self.options = call, options
        self.made = self._failed = 0
        self.headers = httpx.Headers({"User-Agent": f"mneme-python/{VERSION}"})
        self.headers.update(dict(options.headers))
        self.headers.update(dict(call.headers))
        self.headers.setdefault("X-Request-Id", f"py_{uuid.uuid4().hex}")
        self.request_id = self.headers["X-Request-Id"]
        if call.keyed:
            self.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        deadline = DEADLINE_SECONDS if options.deadline is None else options.deadline
        self._end = self._end_of_try = time.monotonic() + deadline if ends is None else ends

    def begin(self) -> None:
        """Starts a try."""
        self.made += 1
        now = time.monotonic()
        if now >= self._end:
            raise httpx.ConnectTimeout("the deadline has passed")
        self._end_of_try = min(now + self.options.timeout, self._end)

    def left(self) -> httpx.Timeout:
        """What one wait within the try can take."""
        seconds = min(self._end_of_try - time.monotonic(), self.options.timeout)
        return httpx.Timeout(max(seconds, 0.001) if seconds < LONG_SECONDS else None)

    def opened(self) -> None:
        """The response of an export begins. From now on each read has its time, and all only a deadline that is set."""
        self._end_of_try = self._end if self.options.deadline is not None else float("inf")

    def check(self, error: type[httpx.TimeoutException] = httpx.ReadTimeout) -> None:
        """Between two chunks of a request or a response: whether the try took too long."""
        if time.monotonic() > self._end_of_try:
            raise error("it was not complete in time")

    def pause_after(self, error: httpx.RequestError | APIError) -> float | None:
        """Seconds until the next try; None if there is none."""
        if self.options.max_retries == 0:
            return None
        # A try that finds an earlier one at work has not failed: its response is waited for, up to the deadline.
        if not self._in_progress(error):
            self._failed += 1
            if self._failed > self.options.max_retries or not self._worth_another(error):
                return None
        backoff = min(self.options.initial_backoff * 2.0 ** min(self.made - 1, 60), self.options.max_backoff)
        pause = backoff * random.uniform(0.5, 1)  # noqa: S311
        if isinstance(error, APIError):
            pause = max(pause, retry_after(error.headers) or 0)
        return pause if pause < LONG_SECONDS and time.monotonic() + pause < self._end else None

    def failure(self, error: httpx.RequestError | APIError, begun: bool = False) -> MnemeError:
        """What the caller gets after the last try."""
        if isinstance(error, APIError):
            return error
        kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else APIConnectionError
        tries = "1 try" if self.made == 1 else f"{self.made} tries"
        what = "broke off" if begun else f"got no response in {tries}"
        return kind(f"{self.call.operation} {what}: {str(error) or type(error).__name__}", self.request_id)

    def _worth_another(self, error: httpx.RequestError | APIError) -> bool:
        if isinstance(error, APIError):
            if isinstance(error, RateLimitError):
                return True
            return (error.status == 408 or error.status >= 500) and self.call.repeatable
        if isinstance(error, (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.TooManyRedirects)):
            return False
        never_sent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        return never_sent or self.call.repeatable

    def _in_progress(self, error: httpx.RequestError | APIError) -> bool:
        # Other conflicts have the same code: only the message names the header.
        return (
            self.call.keyed
            and isinstance(error, ConflictError)
            and any(item.field == "Idempotency-Key" or "Idempotency-Key" in item.message for item in error.errors)
        )
