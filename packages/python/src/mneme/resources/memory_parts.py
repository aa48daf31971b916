"""Memories by external id, their history, and tags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import _wire
from .._calls import Call, Listing
from .._modes import ListOperation, Mode, Operation, Resource
from .._wire import OMIT, Omit, conditions, given, many, nullable
from ..inputs import Date, Moment, Texts
from ..models import DeletedMemory, Memory, MemoryHistory, MemoryType, MemoryVersion, TagCount, TagPage


def _path(external_id: str) -> str:
    return f"/api/v1/memories/by-external-id/{_wire.segment(external_id, 'external_id')}"


class MemoriesByExternalId(Resource[Mode]):
    """Memories by your own ids."""

    @Operation
    def get(self, external_id: str) -> Call[Memory]:
        """The memory with this id."""
        return Call("memories.byExternalId.get", "GET", _path(external_id), Memory)

    @Operation
    def upsert(
        self,
        external_id: str,
        *,
        content: str,
        type: MemoryType,
        importance: float | None = None,
        tags: Texts | None = None,
        metadata: Mapping[str, Any] | None = None,
        created_at: Date | None = None,
        expires_at: Moment | Omit | None = OMIT,
        ttl_seconds: int | Omit | None = OMIT,
        if_match: str | int | None = None,
    ) -> Call[Memory]:
        """Creates the memory, or replaces it. What you leave out gets its default."""
        fields = given(
            content=content,
            type=type,
            importance=importance,
            tags=many(tags),
            metadata=metadata,
            created_at=created_at,
        )
        return Call(
            "memories.byExternalId.upsert",
            "PUT",
            _path(external_id),
            Memory,
            body={**fields, **nullable(expires_at=expires_at, ttl_seconds=ttl_seconds)},
            tenant="body",
            headers=conditions(if_match=if_match),
            repeatable=if_match is None,
        )

    @Operation
    def delete(self, external_id: str, *, if_match: str | int | None = None) -> Call[DeletedMemory]:
        """Deletes the memory permanently."""
        return Call(
            "memories.byExternalId.delete",
            "DELETE",
            _path(external_id),
            DeletedMemory,
            headers=conditions(if_match=if_match),
            repeatable=if_match is None,
        )


class MemoryHistories(Resource[Mode]):
    """Earlier versions of memories."""

    @ListOperation
    def list(
        self, id: str, *, limit: int | None = None, cursor: str | None = None
    ) -> Listing[MemoryVersion, MemoryHistory]:
        """The versions of a memory that are kept, newest first: the first one is the memory as it is now."""
        path, query = f"/api/v1/memories/{_wire.segment(id)}/history", given(limit=limit, cursor=cursor)
        return Listing(
            Call("memories.history.list", "GET", path, MemoryHistory, query=query), lambda found: found.versions
        )


class Tags(Resource[Mode]):
    """The tags of the tenant's memories."""

    @ListOperation
    def list(
        self, *, prefix: str | None = None, limit: int | None = None, cursor: str | None = None
    ) -> Listing[TagCount, TagPage]:
        """Tags with the number of memories that have them."""
        query = given(prefix=prefix, limit=limit, cursor=cursor)
        return Listing(Call("tags.list", "GET", "/api/v1/tags", TagPage, query=query), lambda found: found.tags)
