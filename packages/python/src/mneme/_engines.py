"""Sends calls: `SyncEngine` with httpx.Client, `AsyncEngine` with httpx.AsyncClient."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from collections.abc import AsyncGenerator, AsyncIterable, Generator, Mapping
from typing import Any, TypeVar

import httpx
from pydantic import ValidationError as InvalidModel

from . import _wire
from ._attempts import Attempts, Options
from ._calls import Call, Export, Response
from .errors import APIError, ServiceError, error_of
from .models import EnvelopeMetadata, ErrorItem
from .models.base import Model

T = TypeVar("T", bound=Model)

NDJSON = "application/x-ndjson"


@dataclasses.dataclass(frozen=True)
class Settings:
    """Where calls go, and for whom."""

    base_url: str
    api_key: str = dataclasses.field(repr=False)
    tenant_id: str
    options: Options
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def request(self, attempts: Attempts, timeout: httpx.Timeout, content: Any = None) -> httpx.Request:
        """The HTTP request of one try."""
        call = attempts.call
        headers = httpx.Headers({"Authorization": f"Bearer {self.api_key}"})
        headers.update(attempts.headers)
        query = {**call.query, **({"tenantId": self.tenant_id} if call.tenant == "query" else {})}
        if call.body is not None:
            content = _wire.encode({**call.body, **({"tenantId": self.tenant_id} if call.tenant == "body" else {})})
            headers["Content-Type"] = "application/json"
        elif content is not None:
            headers["Content-Type"] = NDJSON
        params: list[tuple[str, str | int | float | bool | None]] = [
            (name, _wire.text(each))
            for name, value in query.items()
            for each in (value if isinstance(value, (list, tuple)) else [value])
        ]
        url = self.base_url.rstrip("/") + call.path
        extensions = {"timeout": timeout.as_dict()}
        return httpx.Request(
            call.method, url, params=params or None, headers=headers, content=content, extensions=extensions
        )


def _response(call: Call[T], reply: httpx.Response, content: bytes, request_id: str) -> Response[T]:
    """The response as data. Raises the exception of an error."""
    if not reply.is_success:
        raise error_of(reply.status_code, reply.headers, content, reply.headers.get("x-request-id", request_id))
    try:
        envelope = json.loads(content)
        metadata = EnvelopeMetadata.model_validate(envelope["metadata"])
        data = call.model.model_validate(envelope["data"])
    except (ValueError, TypeError, LookupError, InvalidModel) as error:
        message = f"the response to {call.operation} is not the one that the API describes: {error}"
        raise ServiceError(
            reply.status_code, [ErrorItem(code="", message=message)], reply.headers, request_id
        ) from error
    return Response(data, reply.status_code, reply.headers, tuple(metadata.warnings or ()), metadata.indexing)


class SyncEngine:
    """Blocks until the response is there."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings, self.http = settings, http

    def send(self, call: Call[T]) -> Response[T]:
        """One call with its retries."""
        attempts = Attempts(call, self.settings.options, self.settings.headers, streamed=call.records is not None)
        while True:
            try:
                return self._try(call, attempts)
            except (httpx.TransportError, APIError) as error:
                self._wait(attempts, error)

    def export(self, export: Export[T]) -> Generator[T, None, None]:
        """Records as they arrive. Only a stream without a record yet is begun again."""
        attempts = Attempts(export.call, self.settings.options, self.settings.headers, streamed=True)
        yielded = False
        while True:
            try:
                for line in self._lines(attempts):
                    yielded = True
                    yield export.item.model_validate_json(line)
                return
            except (httpx.TransportError, APIError) as error:
                if yielded:
                    raise attempts.failure(error) from error
                self._wait(attempts, error)

    def _try(self, call: Call[T], attempts: Attempts) -> Response[T]:
        timeout, content = attempts.begin(), None
        if call.records is not None:
            records = call.records()
            if isinstance(records, AsyncIterable):
                raise TypeError("an async iterable needs AsyncMneme")
            content = _wire.chunks(records)
        reply = self.http.send(self.settings.request(attempts, timeout, content), stream=True)
        try:
            received = bytearray()
            for chunk in reply.iter_bytes():
                received += chunk
                attempts.check()
        finally:
            reply.close()
        return _response(call, reply, bytes(received), attempts.request_id)

    def _lines(self, attempts: Attempts) -> Generator[bytes, None, None]:
        reply = self.http.send(self.settings.request(attempts, attempts.begin()), stream=True)
        try:
            if not reply.is_success:
                raise error_of(reply.status_code, reply.headers, reply.read(), attempts.request_id)
            lines = _wire.Lines()
            for chunk in reply.iter_bytes():
                yield from lines.feed(chunk)
        finally:
            reply.close()

    def _wait(self, attempts: Attempts, error: httpx.TransportError | APIError) -> None:
        pause = attempts.pause_after(error)
        if pause is None:
            raise attempts.failure(error) from (None if isinstance(error, APIError) else error)
        time.sleep(pause)


class AsyncEngine:
    """The same without blocking."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings, self.http = settings, http

    async def send(self, call: Call[T]) -> Response[T]:
        """One call with its retries."""
        attempts = Attempts(call, self.settings.options, self.settings.headers, streamed=call.records is not None)
        while True:
            try:
                return await self._try(call, attempts)
            except (httpx.TransportError, APIError) as error:
                await self._wait(attempts, error)

    async def export(self, export: Export[T]) -> AsyncGenerator[T, None]:
        """Records as they arrive. Only a stream without a record yet is begun again."""
        attempts = Attempts(export.call, self.settings.options, self.settings.headers, streamed=True)
        yielded = False
        while True:
            try:
                async for line in self._lines(attempts):
                    yielded = True
                    yield export.item.model_validate_json(line)
                return
            except (httpx.TransportError, APIError) as error:
                if yielded:
                    raise attempts.failure(error) from error
                await self._wait(attempts, error)

    async def _try(self, call: Call[T], attempts: Attempts) -> Response[T]:
        timeout = attempts.begin()
        content = None if call.records is None else _wire.async_chunks(call.records())
        reply = await self.http.send(self.settings.request(attempts, timeout, content), stream=True)
        try:
            received = bytearray()
            async for chunk in reply.aiter_bytes():
                received += chunk
                attempts.check()
        finally:
            await reply.aclose()
        return _response(call, reply, bytes(received), attempts.request_id)

    async def _lines(self, attempts: Attempts) -> AsyncGenerator[bytes, None]:
        reply = await self.http.send(self.settings.request(attempts, attempts.begin()), stream=True)
        try:
            if not reply.is_success:
                raise error_of(reply.status_code, reply.headers, await reply.aread(), attempts.request_id)
            lines = _wire.Lines()
            async for chunk in reply.aiter_bytes():
                for line in lines.feed(chunk):
                    yield line
        finally:
            await reply.aclose()

    async def _wait(self, attempts: Attempts, error: httpx.TransportError | APIError) -> None:
        pause = attempts.pause_after(error)
        if pause is None:
            raise attempts.failure(error) from (None if isinstance(error, APIError) else error)
        await asyncio.sleep(pause)
