"""Between Python and the wire: names, JSON, query strings, paths, lines of NDJSON."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

# Lines are sent in chunks of about this size.
CHUNK_BYTES = 64 * 1024


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


def record(value: Mapping[str, Any] | BaseModel) -> dict[str, Any]:
    """An item of a request. Only its own keys are translated: `metadata` is the caller's."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
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


def segment(value: str) -> str:
    """A path segment. `.` and `..` would otherwise be taken for steps of the path."""
    return quote(value, safe="").replace(".", "%2E") if value in {".", ".."} else quote(value, safe="")


def entity_tag(value: str | int | None) -> str | None:
    """`If-Match`: an `ETag` as it was received, `*`, or the number of a version."""
    return f'"v{value}"' if isinstance(value, int) else value


def chunks(records: Iterable[Mapping[str, Any] | BaseModel]) -> Iterator[bytes]:
    """NDJSON in chunks: memory does not grow with the number of records."""
    buffer = bytearray()
    for item in records:
        buffer += encode(record(item)) + b"\n"
        if len(buffer) >= CHUNK_BYTES:
            yield bytes(buffer)
            buffer.clear()
    if buffer:
        yield bytes(buffer)


async def async_chunks(
    records: Iterable[Mapping[str, Any] | BaseModel] | AsyncIterable[Mapping[str, Any] | BaseModel],
) -> AsyncIterator[bytes]:
    """The same of either kind of iterable."""
    if not isinstance(records, AsyncIterable):
        for chunk in chunks(records):
            yield chunk
        return
    buffer = bytearray()
    async for item in records:
        buffer += encode(record(item)) + b"\n"
        if len(buffer) >= CHUNK_BYTES:
            yield bytes(buffer)
            buffer.clear()
    if buffer:
        yield bytes(buffer)


class Lines:
    """Splits a stream at line feeds alone: JSON may contain the other line separators of Unicode as they are."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes. The service ends each line with a line feed, the last one too."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [line for line in lines if line]
