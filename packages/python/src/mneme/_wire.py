"""Between Python and the wire: names, JSON, query strings, paths, lines of NDJSON."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

from . import _checks


class Omit:
    """The type of `OMIT`, which differs from None where None means null."""

    def __repr__(self) -> str:
        return "OMIT"


OMIT = Omit()


def camel(name: str) -> str:
    """`created_from` to `createdFrom`; `from_` to `from`. Names in camel case stay as they are."""
    return re.sub(r"_+([a-z0-9])", lambda match: match[1].upper(), name.rstrip("_"))


def given(**fields: Any) -> dict[str, Any]:
    """The fields that are neither None nor `OMIT`, by their names on the wire."""
    return {camel(name): value for name, value in fields.items() if value is not None and value is not OMIT}


def nullable(**fields: Any) -> dict[str, Any]:
    """The fields that are not `OMIT`: None is sent as null."""
    return {camel(name): value for name, value in fields.items() if value is not OMIT}


def many(value: str | Sequence[str] | None) -> list[str] | None:
    """A text alone is one value, not a sequence of characters."""
    if value is None:
        return None
    return [value] if isinstance(value, str) else list(value)


def record(value: Mapping[str, Any] | BaseModel, name: str = "a record") -> dict[str, Any]:
    """An item of a request. Only its own keys are translated: `metadata` is the caller's."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise TypeError(f"{name} must be a mapping with names as its keys, or a model, not {type(value).__name__}")
    return {camel(key): item for key, item in value.items()}


def encode(value: Any) -> bytes:
    """Compact JSON in UTF-8. NaN and infinities have no JSON and raise ValueError."""
    compact = (",", ":")
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=compact, default=_plain).encode()
    except UnicodeEncodeError:  # a lone surrogate: escaped, so that the service can name the field in its refusal
        return json.dumps(value, allow_nan=False, separators=compact, default=_plain).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, dt.date):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, BaseModel):
        return record(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def text(value: Any) -> str:
    """A value in a query string."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, dt.date) else str(value)


def segment(value: str, name: str = "id") -> str:
    """A path segment. An empty one, `.` and `..` are steps of the path on the way: they would lead elsewhere."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if value in {"", ".", ".."}:
        raise ValueError(f"{name} must not be {value!r}: no URL leads to it")
    try:
        return quote(value, safe="")
    except UnicodeEncodeError as error:
        raise ValueError(f"{name} has a lone surrogate: no URL leads to it") from error


def conditions(idempotency_key: str | None = None, if_match: str | int | None = None) -> dict[str, str]:
    """The headers of these two. `if_match` is an `ETag` as it was received, `*`, or the number of a version."""
    tag = f'"v{if_match}"' if isinstance(if_match, int) else if_match
    headers: dict[str, str] = {}
    if idempotency_key is not None:
        _checks.header("idempotency_key", idempotency_key)
        headers["Idempotency-Key"] = idempotency_key
    if tag is not None:
        _checks.header("if_match", tag)
        headers["If-Match"] = tag
    return headers


class Lines:
    """Splits a stream at line feeds alone: JSON may contain the other line separators of Unicode as they are."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [line for line in lines if line.strip()]

    def end(self) -> list[bytes]:
        """The last line, if it had no line feed. Raises ValueError if the stream ended inside it."""
        if not self._rest.strip():
            return []
        json.loads(self._rest)
        return [self._rest]
