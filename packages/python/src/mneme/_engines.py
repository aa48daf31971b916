"""Sends calls: `SyncEngine` with httpx.Client, `AsyncEngine` with httpx.AsyncClient."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import inspect
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, TypeAlias, TypeVar

import httpx
from pydantic import ValidationError as InvalidModel

from . import _checks, _wire
from ._attempts import Attempts, Options
from ._calls import Call, Export, Response
from ._transfer import Batch, ImportRun, async_batches, batches
from .errors import APIError, MnemeError, error_of, unexpected
from .models import EnvelopeMetadata
from .models.base import Model

T = TypeVar("T", bound=Model)
Credential: TypeAlias = str | Callable[[], str] | Callable[[], Awaitable[str]]

NDJSON = "application/x-ndjson"
# What can be wrong with text that should be JSON of a certain form.
INVALID = (ValueError, TypeError, LookupError, RecursionError, InvalidModel)


@dataclasses.dataclass(frozen=True)
class Settings:
    """Where calls go, and for whom."""

    base_url: str
    api_key: Credential = dataclasses.field(repr=False)
    tenant_id: str
    options: Options

    def request(self, attempts: Attempts, key: str, content: Any = None) -> httpx.Request:
        """The HTTP request of one try."""
        call = attempts.call
        headers = httpx.Headers({"Authorization": f"Bearer {key}"})
        headers.update(attempts.headers)
        query = {**call.query, **({"tenantId": self.tenant_id} if call.tenant == "query" else {})}
        if call.body is not None:
            content = _wire.encode({**call.body, **({"tenantId": self.tenant_id} if call.tenant == "body" else {})})
            headers["Content-Type"] = "application/json"
        elif call.lines is not None:
            headers["Content-Type"] = NDJSON
            headers["Content-Length"] = str(sum(map(len, call.lines)))
        params: list[tuple[str, str | int | float | bool | None]] = [
            (name, _wire.text(each))
            for name, value in query.items()
            for each in (value if isinstance(value, (list, tuple)) else [value])
        ]
        extensions = {"timeout": attempts.left().as_dict()}
        try:
            return httpx.Request(
                call.method,
                self.base_url + call.path,
                params=params or None,
                headers=headers,
                content=content,
                extensions=extensions,
            )
        except (httpx.InvalidURL, UnicodeError) as error:
            raise MnemeError(f"{call.operation} cannot be sent: {error}") from error


def _response(call: Call[T], reply: httpx.Response, content: bytes, request_id: str) -> Response[T]:
    """The response as data. Raises the exception of an error."""
    request_id = reply.headers.get("x-request-id", request_id)
    if not reply.is_success:
        raise error_of(reply.status_code, reply.headers, content, request_id)
    try:
        envelope = json.loads(content)
        metadata = EnvelopeMetadata.model_validate(envelope["metadata"])
        data = call.model.model_validate(envelope["data"])
    except INVALID as error:
        message = f"the response to {call.operation} is not the one that the API describes: {error}"
        raise unexpected(reply, message, request_id) from error
    return Response(data, reply.status_code, reply.headers, tuple(metadata.warnings or ()), metadata.indexing)


def _only_ndjson(reply: httpx.Response, request_id: str) -> None:
    """Refuses a page that something else than the service wrote."""
    kind = reply.headers.get("content-type", NDJSON)
    if kind.partition(";")[0].strip().lower() != NDJSON:
        raise unexpected(reply, f"the response to memories.export is {kind}, not {NDJSON}", request_id)


def _item(export: Export[T], line: bytes, reply: httpx.Response, request_id: str) -> T:
    try:
        return export.item.model_validate_json(line)
    except INVALID as error:
        message = f"a line of {export.call.operation} is not a record that the API describes: {error}"
        raise unexpected(reply, message, request_id) from error


def _last_lines(lines: _wire.Lines) -> list[bytes]:
    try:
        return lines.end()
    except INVALID as error:
        raise httpx.RemoteProtocolError("the response ended inside a line") from error


def _valid(key: object) -> str:
    """The key for one request. A function can return anything."""
    try:
        return _checks.credential("api_key", _checks.text("api_key", key))
    except (TypeError, ValueError) as error:
        raise MnemeError(str(error)) from error


def _closed(error: RuntimeError) -> MnemeError:
    return MnemeError(f"the client is closed: {error}")


class SyncEngine:
    """Blocks until the response is there."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings, self.http = settings, http

    def send(self, call: Call[T]) -> Response[T]:
        """One call with its retries. An import is a call for each of its batches."""
        return self._send(call) if call.records is None else self._import(call, call.records())

    def export(self, export: Export[T]) -> Generator[T, None, None]:
        """Records as they arrive. Only a stream without a record yet is begun again."""
        attempts = Attempts(export.call, self.settings.options)
        yielded = False
        while True:
            try:
                for item in self._items(export, attempts):
                    yielded = True
                    yield item
                return
            except (httpx.RequestError, APIError) as error:
                if yielded and isinstance(error, APIError):
                    raise
                if yielded:
                    raise attempts.failure(error, begun=True) from error
                self._wait(attempts, error)

    def _import(self, call: Call[T], records: Any) -> Response[Any]:
        run = ImportRun(call, self.settings.options)
        with run.totals_on_errors():
            for batch in batches(records):
                run.add(self._send(run.call_of(batch), run.ends))
                if run.stopped:
                    break
            if not run.begun:  # no records are a request too: it has a response
                run.add(self._send(run.call_of(Batch()), run.ends))
        return run.response()

    def _send(self, call: Call[T], ends: float | None = None) -> Response[T]:
        attempts = Attempts(call, self.settings.options, ends)
        while True:
            try:
                return self._try(call, attempts)
            except (httpx.RequestError, APIError) as error:
                self._wait(attempts, error)

    def _try(self, call: Call[T], attempts: Attempts) -> Response[T]:
        reply = self._open(attempts)
        try:
            received = bytearray()
            for chunk in reply.iter_bytes():
                received += chunk
                attempts.check()
        finally:
            reply.close()
        return _response(call, reply, bytes(received), attempts.request_id)

    def _items(self, export: Export[T], attempts: Attempts) -> Generator[T, None, None]:
        reply = self._open(attempts)
        try:
            request_id = reply.headers.get("x-request-id", attempts.request_id)
            if not reply.is_success:
                raise error_of(reply.status_code, reply.headers, reply.read(), request_id)
            _only_ndjson(reply, request_id)
            attempts.opened()
            reply.request.extensions["timeout"] = attempts.left().as_dict()
            lines = _wire.Lines()
            for chunk in reply.iter_bytes():
                attempts.check()
                for line in lines.feed(chunk):
                    yield _item(export, line, reply, request_id)
            for line in _last_lines(lines):
                yield _item(export, line, reply, request_id)
        finally:
            reply.close()

    def _open(self, attempts: Attempts) -> httpx.Response:
        """Sends a try, until the headers of its response are there."""
        attempts.begin()
        key = self._key()
        call = attempts.call
        content = None if call.lines is None else self._parts(call.lines, attempts)
        try:
            reply = self.http.send(self.settings.request(attempts, key, content), stream=True)
        except RuntimeError as error:
            if self.http.is_closed:
                raise _closed(error) from error
            raise
        # What is left of the time counts for the body.
        reply.request.extensions["timeout"] = attempts.left().as_dict()
        return reply

    def _key(self) -> str:
        given = self.settings.api_key
        key = given() if callable(given) else given
        if inspect.isawaitable(key):
            if inspect.iscoroutine(key):
                key.close()
            raise MnemeError("an api_key that is awaited needs AsyncMneme")
        return _valid(key)

    def _parts(self, lines: Any, attempts: Attempts) -> Iterator[bytes]:
        for part in lines:
            attempts.check(httpx.WriteTimeout)
            yield part

    def _wait(self, attempts: Attempts, error: httpx.RequestError | APIError) -> None:
        pause = attempts.pause_after(error)
        if pause is None:
            raise attempts.failure(error) from (None if isinstance(error, APIError) else error)
        time.sleep(pause)


class AsyncEngine:
    """The same without blocking."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings, self.http = settings, http

    async def send(self, call: Call[T]) -> Response[T]:
        """One call with its retries. An import is a call for each of its batches."""
        return await (self._send(call) if call.records is None else self._import(call, call.records()))

    async def export(self, export: Export[T]) -> AsyncGenerator[T, None]:
        """Records as they arrive. Only a stream without a record yet is begun again."""
        attempts = Attempts(export.call, self.settings.options)
        yielded = False
        while True:
            try:
                async with contextlib.aclosing(self._items(export, attempts)) as items:
                    async for item in items:
                        yielded = True
                        yield item
                return
            except (httpx.RequestError, APIError) as error:
                if yielded and isinstance(error, APIError):
                    raise
                if yielded:
                    raise attempts.failure(error, begun=True) from error
                await self._wait(attempts, error)

    async def _import(self, call: Call[T], records: Any) -> Response[Any]:
        run = ImportRun(call, self.settings.options)
        with run.totals_on_errors():
            async with contextlib.aclosing(async_batches(records)) as found:
                async for batch in found:
                    run.add(await self._send(run.call_of(batch), run.ends))
                    if run.stopped:
                        break
            if not run.begun:  # no records are a request too: it has a response
                run.add(await self._send(run.call_of(Batch()), run.ends))
        return run.response()

    async def _send(self, call: Call[T], ends: float | None = None) -> Response[T]:
        attempts = Attempts(call, self.settings.options, ends)
        while True:
            try:
                return await self._try(call, attempts)
            except (httpx.RequestError, APIError) as error:
                await self._wait(attempts, error)

    async def _try(self, call: Call[T], attempts: Attempts) -> Response[T]:
        reply = await self._open(attempts)
        try:
            received = bytearray()
            async for chunk in reply.aiter_bytes():
                received += chunk
                attempts.check()
        finally:
            await reply.aclose()
        return _response(call, reply, bytes(received), attempts.request_id)

    async def _items(self, export: Export[T], attempts: Attempts) -> AsyncGenerator[T, None]:
        reply = await self._open(attempts)
        try:
            request_id = reply.headers.get("x-request-id", attempts.request_id)
            if not reply.is_success:
                raise error_of(reply.status_code, reply.headers, await reply.aread(), request_id)
            _only_ndjson(reply, request_id)
            attempts.opened()
            reply.request.extensions["timeout"] = attempts.left().as_dict()
            lines = _wire.Lines()
            async for chunk in reply.aiter_bytes():
                attempts.check()
                for line in lines.feed(chunk):
                    yield _item(export, line, reply, request_id)
            for line in _last_lines(lines):
                yield _item(export, line, reply, request_id)
        finally:
            await reply.aclose()

    async def _open(self, attempts: Attempts) -> httpx.Response:
        """Sends a try, until the headers of its response are there."""
        attempts.begin()
        key = await self._key()
        call = attempts.call
        content = None if call.lines is None else self._parts(call.lines, attempts)
        try:
            reply = await self.http.send(self.settings.request(attempts, key, content), stream=True)
        except RuntimeError as error:
            if self.http.is_closed:
                raise _closed(error) from error
            raise
        # What is left of the time counts for the body.
        reply.request.extensions["timeout"] = attempts.left().as_dict()
        return reply

    async def _key(self) -> str:
        given = self.settings.api_key
        key = given() if callable(given) else given
        if inspect.isawaitable(key):
            key = await key
        return _valid(key)

    async def _parts(self, lines: Any, attempts: Attempts) -> AsyncIterator[bytes]:
        for part in lines:
            attempts.check(httpx.WriteTimeout)
            yield part

    async def _wait(self, attempts: Attempts, error: httpx.RequestError | APIError) -> None:
        pause = attempts.pause_after(error)
        if pause is None:
            raise attempts.failure(error) from (None if isinstance(error, APIError) else error)
        await asyncio.sleep(pause)
