"""Waits for something that happens in the background."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(look: Callable[[], T | None], seconds: float = 20) -> T:
    """The first result that is true. Fails if there is none in time."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"nothing within {seconds} s"
        time.sleep(0.02)
    return found
