"""AsyncMneme with the interface of Mneme, so that each test runs against both."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

PLAIN = (str, bytes, int, float, bool, type(None))


class Blocking:
    """Awaits what a method returns, and iterates over what is iterated asynchronously."""

    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target, self._loop = target, loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        return value if isinstance(value, PLAIN) else Blocking(value, self._loop)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._resolved(self._target(*args, **kwargs))

    def _resolved(self, value: Any) -> Any:
        if inspect.iscoroutine(value):
            return self._loop.run_until_complete(value)
        if hasattr(value, "__aiter__") or hasattr(value, "memories"):
            return Blocking(value, self._loop)
        return value

    def __iter__(self) -> Iterator[Any]:
        iterator = self._target.__aiter__()
        while True:
            try:
                yield self._loop.run_until_complete(iterator.__anext__())
            except StopAsyncIteration:
                return

    def close(self) -> None:
        ends = getattr(self._target, "close", None) or self._target.aclose
        self._loop.run_until_complete(ends())
