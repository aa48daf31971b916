"""The two clients."""

from __future__ import annotations

import dataclasses
import inspect
import os
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Generic, TypeVar

import httpx

from . import _checks
from ._attempts import Options, with_headers
from ._engines import AsyncEngine, Credential, Settings, SyncEngine
from ._modes import Async, AsyncResponse, Mode, Sync, SyncResponse
from .errors import MnemeError
from .resources.api_keys import ApiKeys
from .resources.intelligence import DecisionChains, Patterns
from .resources.memories import Memories
from .resources.memory_parts import Tags
from .resources.service import Health, Jobs, Service, Tenants, Tokens, Usage
from .resources.webhooks import Webhooks

SyncClient = TypeVar("SyncClient", bound="Mneme")
AsyncClient = TypeVar("AsyncClient", bound="AsyncMneme")

DEFAULT_URL = "http://127.0.0.1:3000"


class Api(Generic[Mode]):
    """The resources of the API."""

    def __init__(self, engine: SyncEngine | AsyncEngine, whole: bool = False) -> None:
        self._engine = engine
        self.memories: Memories[Mode] = Memories(engine, whole)
        self.tags: Tags[Mode] = Tags(engine, whole)
        self.decision_chains: DecisionChains[Mode] = DecisionChains(engine, whole)
        self.patterns: Patterns[Mode] = Patterns(engine, whole)
        self.api_keys: ApiKeys[Mode] = ApiKeys(engine, whole)
        self.webhooks: Webhooks[Mode] = Webhooks(engine, whole)
        self.usage: Usage[Mode] = Usage(engine, whole)
        self.tenants: Tenants[Mode] = Tenants(engine, whole)
        self.jobs: Jobs[Mode] = Jobs(engine, whole)
        self.tokens: Tokens[Mode] = Tokens(engine, whole)
        self.health: Health[Mode] = Health(engine, whole)
        self.service: Service[Mode] = Service(engine, whole)

    def __repr__(self) -> str:
        settings = self._engine.settings
        return f"{type(self).__name__}(base_url={settings.base_url!r}, tenant_id={settings.tenant_id!r})"


def _settings(
    api_key: Credential | None,
    tenant_id: str | None,
    base_url: str | None,
    options: Options | None,
    headers: Mapping[str, str] | None,
) -> Settings:
    key: Credential | None = api_key
    if not callable(key):
        found = _given("api_key", api_key, "MNEME_API_KEY")
        key = found and _checks.credential("api_key" if api_key is not None else "MNEME_API_KEY", found)
    tenant = _given("tenant_id", tenant_id, "MNEME_TENANT")
    if not key:
        raise MnemeError("the API key is missing: pass api_key, or set MNEME_API_KEY")
    if not tenant:
        raise MnemeError("the tenant is missing: pass tenant_id, or set MNEME_TENANT")
    url = _given("base_url", base_url, "MNEME_URL") or DEFAULT_URL
    if options is not None and not isinstance(options, Options):
        raise TypeError(f"options must be mneme.Options, not {type(options).__name__}")
    return Settings(
        _checks.address("base_url" if base_url is not None else "MNEME_URL", url),
        key,
        tenant,
        with_headers(options or Options(), headers),
    )


def _given(option: str, value: object, variable: str) -> str | None:
    """What was passed, otherwise what the environment has. An empty variable is none."""
    if value is None:
        return os.environ.get(variable, "").strip() or None
    return _checks.present(option, value, variable)


def _changed(settings: Settings, headers: Mapping[str, str] | None, changes: Mapping[str, float | None]) -> Settings:
    given = {name: value for name, value in changes.items() if value is not None}
    options = dataclasses.replace(settings.options, **given)  # type: ignore[arg-type]
    return dataclasses.replace(settings, options=with_headers(options, headers))


class Mneme(Api[Sync]):
    """A client that blocks. It can be used from several threads. Close it, or use it in a `with` statement.

    `api_key` can also be a function that returns one for each request. Without `api_key`, `tenant_id` and `base_url`,
    the variables `MNEME_API_KEY`, `MNEME_TENANT` and `MNEME_URL` are used.
    """

    _engine: SyncEngine

    def __init__(
        self,
        api_key: str | Callable[[], str] | None = None,
        tenant_id: str | None = None,
        base_url: str | None = None,
        *,
        options: Options | None = None,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        if inspect.iscoroutinefunction(api_key):
            raise TypeError("an api_key that is awaited needs AsyncMneme")
        settings = _settings(api_key, tenant_id, base_url, options, headers)
        super().__init__(SyncEngine(settings, http_client or httpx.Client()))

    @property
    def with_response(self) -> Api[SyncResponse]:
        """The same methods, returning the headers, request id, warnings and rate limit beside the data."""
        return Api(self._engine, whole=True)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        deadline: float | None = None,
        max_retries: int | None = None,
        initial_backoff: float | None = None,
        max_backoff: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mneme:
        """A client with other options on the same connections."""
        changes = {
            "timeout": timeout,
            "deadline": deadline,
            "max_retries": max_retries,
            "initial_backoff": initial_backoff,
            "max_backoff": max_backoff,
        }
        client = Mneme.__new__(Mneme)
        Api.__init__(client, SyncEngine(_changed(self._engine.settings, headers, changes), self._engine.http))
        return client

    def close(self) -> None:
        """Closes the connections."""
        self._engine.http.close()

    def __enter__(self: SyncClient) -> SyncClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncMneme(Api[Async]):
    """A client for asyncio. Close it, or use it in an `async with` statement.

    `api_key` can also be a function that returns one for each request, or a coroutine function. Without `api_key`,
    `tenant_id` and `base_url`, the variables `MNEME_API_KEY`, `MNEME_TENANT` and `MNEME_URL` are used.
    """

    _engine: AsyncEngine

    def __init__(
        self,
        api_key: Credential | None = None,
        tenant_id: str | None = None,
        base_url: str | None = None,
        *,
        options: Options | None = None,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = _settings(api_key, tenant_id, base_url, options, headers)
        super().__init__(AsyncEngine(settings, http_client or httpx.AsyncClient()))

    @property
    def with_response(self) -> Api[AsyncResponse]:
        """The same methods, returning the headers, request id, warnings and rate limit beside the data."""
        return Api(self._engine, whole=True)

    def with_options(
        self,
        *,
        timeout: float | None = None,
        deadline: float | None = None,
        max_retries: int | None = None,
        initial_backoff: float | None = None,
        max_backoff: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncMneme:
        """A client with other options on the same connections."""
        changes = {
            "timeout": timeout,
            "deadline": deadline,
            "max_retries": max_retries,
            "initial_backoff": initial_backoff,
            "max_backoff": max_backoff,
        }
        client = AsyncMneme.__new__(AsyncMneme)
        Api.__init__(client, AsyncEngine(_changed(self._engine.settings, headers, changes), self._engine.http))
        return client

    async def close(self) -> None:
        """Closes the connections."""
        await self._engine.http.aclose()

    async def __aenter__(self: AsyncClient) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
