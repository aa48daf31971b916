"""An import as batches of lines. Each batch is a request of its own, so that it can be sent again."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable, Iterator, Mapping
from typing import Any

import httpx
from pydantic import BaseModel

from . import _wire
from ._attempts import Options
from ._calls import Call, Record, Records, Response
from .errors import MnemeError
from .models import ImportFault, ImportResult, StoppedImport
from .models import Warning as ServiceWarning

MAX_LINES = 1_000
# The service has no limit for the whole; this one bounds the memory of both sides.
MAX_BYTES = 1 << 20
# A body is handed to the connection in parts of about this size.
PART_BYTES = 64 * 1024
# As the service itself does within one request.
MAX_FAILURES_IN_A_ROW = 1_000
MAX_ERRORS = 100


@dataclasses.dataclass(frozen=True)
class Batch:
    """Lines that fit into one request."""

    parts: tuple[bytes, ...] = ()
    lines: int = 0


class Batcher:
    """Joins records into batches."""

    def __init__(self) -> None:
        self._read = self._lines = self._bytes = 0
        self._parts: list[bytes] = []
        self._buffer = bytearray()

    def add(self, item: Record) -> Batch | None:
        """The batch that was full before this record, if there was one."""
        text = _line(item, self._read)
        self._read += 1
        full = self.rest() if self._lines == MAX_LINES or self._bytes + len(text) > MAX_BYTES else None
        self._lines, self._bytes = self._lines + 1, self._bytes + len(text)
        self._buffer += text
        if len(self._buffer) >= PART_BYTES:
            self._parts.append(bytes(self._buffer))
            self._buffer.clear()
        return full

    def rest(self) -> Batch | None:
        """What is left, if anything is."""
        if self._lines == 0:
            return None
        batch = Batch((*self._parts, bytes(self._buffer)), self._lines)
        self._parts, self._buffer, self._lines, self._bytes = [], bytearray(), 0, 0
        return batch


def batches(records: Records) -> Iterator[Batch]:
    """Batches of an iterable. Memory does not grow with the number of records."""
    if not isinstance(records, Iterable):
        raise TypeError("an async iterable needs AsyncMneme")
    batcher = Batcher()
    for item in records:
        if (full := batcher.add(item)) is not None:
            yield full
    if (rest := batcher.rest()) is not None:
        yield rest


async def async_batches(records: Records) -> AsyncGenerator[Batch, None]:
    """The same of either kind of iterable."""
    if not isinstance(records, AsyncIterable):
        for batch in batches(records):
            yield batch
        return
    batcher = Batcher()
    async for item in records:
        if (full := batcher.add(item)) is not None:
            yield full
    if (rest := batcher.rest()) is not None:
        yield rest


def source(records: Records | Callable[[], Records]) -> Records:
    """What to read. A text and a single record are iterables too, but not of records."""
    name, found = "records", records
    if callable(found) and not isinstance(found, (Iterable, AsyncIterable)):
        name, found = "records()", found()
    single = isinstance(found, (str, bytes, bytearray, memoryview, Mapping, BaseModel))
    if single or not isinstance(found, (Iterable, AsyncIterable)):
        if inspect.iscoroutine(found):
            found.close()  # nobody will await it
        raise TypeError(
            f"{name} must be an iterable of mappings, models or lines of NDJSON, such as a list, a generator or "
            f"an open file, not {_kind(found)}"
        )
    return found


class ImportRun:
    """The batches of one import and their results. Line numbers count over the whole source."""

    def __init__(self, call: Call[Any], options: Options) -> None:
        self._call, self._options = call, options
        self.ends = None if options.deadline is None else time.monotonic() + options.deadline
        """When a deadline that the caller gave is over"""
        headers = httpx.Headers(dict(options.headers))
        headers.update(dict(call.headers))
        self._key = headers.get("Idempotency-Key") or str(uuid.uuid4())
        self._number = self._before = self._lines = self._failing = 0
        self._warnings: tuple[ServiceWarning, ...] = ()
        self._last: Response[ImportResult] | None = None
        self._pending: str | None = None
        self.total = ImportResult(read=0, created=0, present=0, replaced=0, failed=0, errors=[])

    @property
    def stopped(self) -> bool:
        """Whether the rest of the records is not to be sent."""
        return self.total.stopped is not None

    @property
    def begun(self) -> bool:
        """Whether there was a batch."""
        return self._number > 0

    def call_of(self, batch: Batch) -> Call[Any]:
        """The request of the next batch, with a key of its own."""
        self._number += 1
        self._lines = batch.lines
        headers = {**self._call.headers, "Idempotency-Key": f"{self._key}/{self._number}"}
        return dataclasses.replace(self._call, records=None, lines=batch.parts, headers=headers)

    def add(self, response: Response[ImportResult]) -> None:
        """Adds the result of the batch to the total."""
        self._last, self._warnings = response, self._warnings + response.warnings
        self._pending = response.indexing or self._pending
        result, total, before = response.data, self.total, self._before
        self._before += self._lines
        self._failing = self._failing + result.failed if result.failed == result.read else 0
        faults = [_later(fault, before) for fault in result.errors[: MAX_ERRORS - len(total.errors)]]
        counts = {
            name: getattr(total, name) + getattr(result, name)
            for name in ("read", "created", "present", "replaced", "failed")
        }
        self.total = ImportResult(**counts, errors=[*total.errors, *faults], stopped=self._stopped(result, before))

    def response(self) -> Response[ImportResult]:
        """The total, with the headers of the last request."""
        assert self._last is not None  # noqa: S101
        return dataclasses.replace(self._last, data=self.total, warnings=self._warnings, indexing=self._pending)

    @contextlib.contextmanager
    def totals_on_errors(self) -> Iterator[None]:
        """An error says what was stored before it."""
        try:
            yield
        except MnemeError as error:
            error.imported = self.total
            raise
        except Exception as error:
            if self._before and hasattr(error, "add_note"):  # Python 3.11
                error.add_note(f"The import had stored these before: {self.total!r}")
            raise

    def _stopped(self, result: ImportResult, before: int) -> StoppedImport | None:
        if result.stopped is not None:
            last, first = result.stopped.last_line + before, result.stopped.resume_from + before
            return result.stopped.model_copy(update={"last_line": last, "resume_from": first})
        if self._failing < MAX_FAILURES_IN_A_ROW:
            return None
        first = self._before - self._failing + 1
        return StoppedImport(reason="too_many_failures", last_line=self._before, resume_from=first)


def _later(fault: ImportFault, lines: int) -> ImportFault:
    return fault.model_copy(update={"line": fault.line + lines})


def _line(item: Record, index: int) -> bytes:
    """A record as a line. Text and bytes are lines already."""
    if isinstance(item, str):
        # A lone surrogate becomes its escape in JSON, as in the records that are encoded here.
        text = item.encode("utf-8", "backslashreplace").rstrip(b"\r\n")
    elif isinstance(item, (bytes, bytearray, memoryview)):
        text = bytes(item).rstrip(b"\r\n")
    elif isinstance(item, (Mapping, BaseModel)):
        text = _encoded(item, index)
    else:
        raise TypeError(f"records[{index}] must be a mapping, a model or a line of NDJSON, not {_kind(item)}")
    if b"\n" in text:
        raise ValueError(f"records[{index}] has more than one line: each line is an element of its own")
    return text + b"\n"


def _encoded(item: Mapping[str, Any] | BaseModel, index: int) -> bytes:
    try:
        return _wire.encode(_wire.record(item))
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"records[{index}] cannot be sent: {error}") from error


def _kind(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"
