"""One definition of a method, four ways to call it.

A method of a resource builds a call. How the call is carried out depends on the resource's mode, which is its type
parameter: `Memories[Sync].create(...)` is a `Memory`, `Memories[AsyncResponse].create(...)` an awaitable
`Response[Memory]`.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Generator, Iterator
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from ._calls import Call, Export, Listing, Response
from ._engines import AsyncEngine, SyncEngine
from .models.base import Model

P = ParamSpec("P")
T = TypeVar("T", bound=Model)
Item = TypeVar("Item", bound=Model)


class Sync:
    """Methods return data."""


class Async:
    """Methods return awaitables of data."""


class SyncResponse:
    """Methods return responses."""


class AsyncResponse:
    """Methods return awaitables of responses."""


Mode = TypeVar("Mode", Sync, Async, SyncResponse, AsyncResponse)


class Resource(Generic[Mode]):
    """A group of operations."""

    def __init__(self, engine: SyncEngine | AsyncEngine, whole: bool = False) -> None:
        self._engine = engine
        self._whole = whole  # whether methods return the whole response

    @property
    def _tenant_id(self) -> str:
        return self._engine.settings.tenant_id


class Pages(Generic[Item, T]):
    """The items of a list, over all its pages. Each iteration starts from the first one."""

    def __init__(self, engine: SyncEngine, listing: Listing[Item, T]) -> None:
        self._engine, self._listing = engine, listing

    def page(self) -> T:
        """Only the first page, or the one that `page` or `cursor` names."""
        return self._engine.send(self._listing.call).data

    def pages(self) -> Iterator[T]:
        """Page by page."""
        listing: Listing[Item, T] | None = self._listing
        while listing is not None:
            page = self._engine.send(listing.call).data
            yield page
            listing = listing.after(page)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from self._listing.items(page)


class AsyncPages(Generic[Item, T]):
    """The same, asynchronously."""

    def __init__(self, engine: AsyncEngine, listing: Listing[Item, T]) -> None:
        self._engine, self._listing = engine, listing

    async def page(self) -> T:
        """Only the first page, or the one that `page` or `cursor` names."""
        return (await self._engine.send(self._listing.call)).data

    async def pages(self) -> AsyncIterator[T]:
        """Page by page."""
        listing: Listing[Item, T] | None = self._listing
        while listing is not None:
            page = (await self._engine.send(listing.call)).data
            yield page
            listing = listing.after(page)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in self._listing.items(page):
                yield item


def _carry_out(resource: Resource[Any], build: Callable[..., Call[Any]]) -> Callable[..., Any]:
    engine, whole = resource._engine, resource._whole
    bound = build.__get__(resource)
    if isinstance(engine, SyncEngine):

        @functools.wraps(bound)
        def method(*args: Any, **kwargs: Any) -> Any:
            response = engine.send(bound(*args, **kwargs))
            return response if whole else response.data

        return method

    @functools.wraps(bound)
    async def async_method(*args: Any, **kwargs: Any) -> Any:
        response = await engine.send(bound(*args, **kwargs))
        return response if whole else response.data

    return async_method


class Operation(Generic[P, T]):
    """A method of one request and one response."""

    def __init__(self, build: Callable[Concatenate[Any, P], Call[T]]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, resource: None, owner: Any = None) -> Operation[P, T]: ...
    @overload
    def __get__(self, resource: Resource[Sync], owner: Any = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, resource: Resource[Async], owner: Any = None) -> Callable[P, Coroutine[Any, Any, T]]: ...
    @overload
    def __get__(self, resource: Resource[SyncResponse], owner: Any = None) -> Callable[P, Response[T]]: ...
    @overload
    def __get__(
        self, resource: Resource[AsyncResponse], owner: Any = None
    ) -> Callable[P, Coroutine[Any, Any, Response[T]]]: ...
    def __get__(self, resource: Resource[Any] | None, owner: Any = None) -> Any:
        return self if resource is None else _carry_out(resource, self.build)


class ListOperation(Generic[P, Item, T]):
    """A method of a list. With `with_response` it is one page."""

    def __init__(self, build: Callable[Concatenate[Any, P], Listing[Item, T]]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, resource: None, owner: Any = None) -> ListOperation[P, Item, T]: ...
    @overload
    def __get__(self, resource: Resource[Sync], owner: Any = None) -> Callable[P, Pages[Item, T]]: ...
    @overload
    def __get__(self, resource: Resource[Async], owner: Any = None) -> Callable[P, AsyncPages[Item, T]]: ...
    @overload
    def __get__(self, resource: Resource[SyncResponse], owner: Any = None) -> Callable[P, Response[T]]: ...
    @overload
    def __get__(
        self, resource: Resource[AsyncResponse], owner: Any = None
    ) -> Callable[P, Coroutine[Any, Any, Response[T]]]: ...
    def __get__(self, resource: Resource[Any] | None, owner: Any = None) -> Any:
        if resource is None:
            return self
        engine, bound = resource._engine, self.build.__get__(resource)
        if resource._whole:

            @functools.wraps(self.build)
            def first_page(_: Any, *args: Any, **kwargs: Any) -> Call[T]:
                listing: Listing[Item, T] = bound(*args, **kwargs)
                return listing.call

            return _carry_out(resource, first_page)

        @functools.wraps(bound)
        def method(*args: Any, **kwargs: Any) -> Any:
            listing = bound(*args, **kwargs)
            return Pages(engine, listing) if isinstance(engine, SyncEngine) else AsyncPages(engine, listing)

        return method


class ExportOperation(Generic[P, Item]):
    """A method whose response is a stream."""

    def __init__(self, build: Callable[Concatenate[Any, P], Export[Item]]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, resource: None, owner: Any = None) -> ExportOperation[P, Item]: ...
    @overload
    def __get__(
        self, resource: Resource[Sync] | Resource[SyncResponse], owner: Any = None
    ) -> Callable[P, Generator[Item, None, None]]: ...
    @overload
    def __get__(
        self, resource: Resource[Async] | Resource[AsyncResponse], owner: Any = None
    ) -> Callable[P, AsyncGenerator[Item, None]]: ...
    def __get__(self, resource: Resource[Any] | None, owner: Any = None) -> Any:
        if resource is None:
            return self
        engine, bound = resource._engine, self.build.__get__(resource)

        @functools.wraps(bound)
        def method(*args: Any, **kwargs: Any) -> Any:
            return engine.export(bound(*args, **kwargs))

        return method
