"""A call before it is sent, and the response to it. Nothing in here does I/O."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import httpx
from pydantic import BaseModel

from .models import Warning as ServiceWarning
from .models.base import Model

T = TypeVar("T", bound=Model)
Item = TypeVar("Item", bound=Model)

Record: TypeAlias = Mapping[str, Any] | BaseModel | str | bytes
"""What `import_` stores: a memory, or a line of NDJSON as it is."""
Records: TypeAlias = Iterable[Record] | AsyncIterable[Record]


@dataclasses.dataclass(frozen=True)
class Call(Generic[T]):
    """One request of the API. It can take several tries."""

    operation: str
    """`operationId` in docs/openapi.json"""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    model: type[T]
    query: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    tenant: Literal["query", "body", "none"] = "query"
    """Where `tenantId` goes"""
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    keyed: bool = False
    """Whether it takes an Idempotency-Key"""
    repeatable: bool = True
    """Whether it can be sent again if it is unclear whether it was carried out"""
    records: Callable[[], Records] | None = None
    """What an import reads: it is sent in batches, each a call of its own"""
    lines: Sequence[bytes] | None = None
    """The body of such a batch, as NDJSON in parts"""


@dataclasses.dataclass(frozen=True)
class Listing(Generic[Item, T]):
    """A call whose response is a page."""

    call: Call[T]
    items: Callable[[T], list[Item]]

    def after(self, page: T) -> Listing[Item, T] | None:
        """The call for the next page: by cursor where the list has cursors, otherwise by number."""
        query = {key: value for key, value in self.call.query.items() if key not in {"page", "cursor"}}
        pagination = getattr(page, "pagination", None)
        cursor = getattr(page, "next_cursor", None) or getattr(pagination, "next_cursor", None)
        if cursor is not None:
            query["cursor"] = cursor
        elif pagination is not None and pagination.has_next:
            query["page"] = pagination.page + 1
        else:
            return None
        return dataclasses.replace(self, call=dataclasses.replace(self.call, query=query))


@dataclasses.dataclass(frozen=True)
class Export(Generic[Item]):
    """A call whose response is a stream of records."""

    call: Call[Model]
    item: type[Item]


def header(headers: Mapping[str, str], name: str) -> str | None:
    """Its value, if there is one."""
    return headers.get(name)


@dataclasses.dataclass(frozen=True)
class RateLimitState:
    """The tenant's bucket of requests after this one."""

    limit: int
    """Capacity of the bucket: the burst"""
    remaining: int
    """Requests left"""
    reset: dt.datetime
    """When the bucket is full again"""


@dataclasses.dataclass(frozen=True)
class Response(Generic[T]):
    """The data of a response with what came beside it."""

    data: T
    status: int
    headers: httpx.Headers
    warnings: tuple[ServiceWarning, ...] = ()
    """What to know about a request that succeeded"""
    indexing: str | None = None
    """`pending` if a write is stored and search finds it only shortly after"""

    @property
    def request_id(self) -> str | None:
        """The service logs it as `reqId`."""
        return header(self.headers, "x-request-id")

    @property
    def etag(self) -> str | None:
        """Version of the memory, for `if_match`."""
        return header(self.headers, "etag")

    @property
    def replayed(self) -> bool:
        """Whether this repeats the response to an earlier request with the same Idempotency-Key."""
        return header(self.headers, "idempotency-replayed") == "true"

    @property
    def rate_limit(self) -> RateLimitState | None:
        """None where a proxy removed or changed the headers."""
        limit, remaining, reset = (
            header(self.headers, f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset")
        )
        if limit is None or remaining is None or reset is None:
            return None
        try:
            return RateLimitState(int(limit), int(remaining), dt.datetime.fromtimestamp(int(reset), dt.timezone.utc))
        except (ValueError, OverflowError, OSError):
            return None
