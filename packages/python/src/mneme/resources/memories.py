"""Memories."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import _wire
from .._calls import Call, Export, Listing, Records
from .._modes import ExportOperation, ListOperation, Mode, Operation, Resource
from .._transfer import source
from .._wire import OMIT, Omit, conditions, given, many, nullable
from ..inputs import AttributeFilter, Date, DeleteFilter, ListFilter, MemoryInput, Moment, Texts
from ..models import (
    BulkResult,
    Collapse,
    CountedMemories,
    DeletedMemory,
    DeletionResult,
    ImportResult,
    Memory,
    MemoryItem,
    MemoryPage,
    MemoryRecord,
    MemorySort,
    MemoryType,
    OnConflict,
    SearchField,
    SearchResults,
    SortOrder,
    TagsMode,
)
from ..models.base import Model
from .memory_parts import MemoriesByExternalId, MemoryHistories

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing_extensions import Unpack

PATH = "/api/v1/memories"


def filter_query(operation: str, filters: ListFilter) -> dict[str, Any]:
    """A filter as query parameters. Each tag is a parameter of its own, so that it can contain commas."""
    fields: dict[str, Any] = dict(filters)
    if unknown := sorted(fields.keys() - ListFilter.__annotations__.keys()):
        raise TypeError(
            f"{operation} takes no {', '.join(unknown)}. It filters by {', '.join(ListFilter.__annotations__)}; "
            "time limits, retries and headers are arguments of with_options()"
        )
    metadata, tags = fields.pop("metadata", None) or {}, many(fields.pop("tags", None))
    return {**given(**fields, tag=tags), **{f"metadata.{key}": value for key, value in metadata.items()}}


class Memories(Resource[Mode]):
    """Create, find, change and delete memories."""

    @property
    def by_external_id(self) -> MemoriesByExternalId[Mode]:
        """The same memories by your own ids."""
        return MemoriesByExternalId(self._engine, self._whole)

    @property
    def history(self) -> MemoryHistories[Mode]:
        """Earlier versions of a memory."""
        return MemoryHistories(self._engine, self._whole)

    @Operation
    def create(
        self,
        *,
        content: str,
        type: MemoryType,
        importance: float | None = None,
        tags: Texts | None = None,
        metadata: Mapping[str, Any] | None = None,
        external_id: str | None = None,
        created_at: Date | None = None,
        expires_at: Moment | Omit | None = OMIT,
        ttl_seconds: int | Omit | None = OMIT,
        idempotency_key: str | None = None,
    ) -> Call[Memory]:
        """Stores a memory. Search finds it as soon as this returns, unless the response says `indexing: pending`."""
        fields = given(
            content=content,
            type=type,
            importance=importance,
            tags=many(tags),
            metadata=metadata,
            external_id=external_id,
            created_at=created_at,
        )
        body = {**fields, **nullable(expires_at=expires_at, ttl_seconds=ttl_seconds)}
        headers = conditions(idempotency_key)
        return Call("memories.create", "POST", PATH, Memory, body=body, tenant="body", headers=headers, keyed=True)

    @ListOperation
    def list(
        self,
        *,
        sort: MemorySort | None = None,
        order: SortOrder | None = None,
        fields: Sequence[str] | None = None,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **filters: Unpack[ListFilter],
    ) -> Listing[MemoryItem, MemoryPage]:
        """Lists memories that match. `limit` is the size of a page."""
        names = ",".join(many(fields) or ()) or None
        rest = given(sort=sort, order=order, fields=names, page=page, limit=limit, cursor=cursor)
        call = Call("memories.list", "GET", PATH, MemoryPage, query={**filter_query("memories.list", filters), **rest})
        return Listing(call, lambda found: found.memories)

    @Operation
    def count(self, **filters: Unpack[ListFilter]) -> Call[CountedMemories]:
        """Counts memories that match."""
        query = filter_query("memories.count", filters)
        return Call("memories.count", "GET", f"{PATH}/count", CountedMemories, query=query)

    @ExportOperation
    def export(self, **filters: Unpack[ListFilter]) -> Export[MemoryRecord]:
        """Yields memories that match, oldest first, in the form that `import_` takes. Memory use stays constant."""
        query = filter_query("memories.export", filters)
        return Export(Call("memories.export", "GET", f"{PATH}/export", Model, query=query), MemoryRecord)

    @Operation
    def import_(
        self,
        records: Records | Callable[[], Records],
        *,
        on_conflict: OnConflict | None = None,
        idempotency_key: str | None = None,
    ) -> Call[ImportResult]:
        """Stores memories, or lines of NDJSON, as they come from an iterable. Memory use stays constant.

        They are sent in batches of up to 1,000, each a request that can be sent again. After 1,000 invalid records in a
        row the import stops, and `stopped` says where.
        """
        read = records if callable(records) else source(records)
        return Call(
            "memories.import",
            "POST",
            f"{PATH}/import",
            ImportResult,
            query=given(on_conflict=on_conflict),
            headers=conditions(idempotency_key),
            keyed=True,
            records=lambda: source(read),
        )

    @Operation
    def create_many(
        self,
        memories: Sequence[MemoryInput],
        *,
        on_conflict: OnConflict | None = None,
        idempotency_key: str | None = None,
    ) -> Call[BulkResult]:
        """Stores up to 500 memories. The result has an item for each; invalid ones do not stop the others."""
        body = given(
            memories=[_wire.record(memory, f"memories[{n}]") for n, memory in enumerate(memories)],
            on_conflict=on_conflict,
        )
        headers, path = conditions(idempotency_key), f"{PATH}/bulk"
        return Call(
            "memories.createMany", "POST", path, BulkResult, body=body, tenant="body", headers=headers, keyed=True
        )

    @Operation
    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        min_relevance: float | None = None,
        type: MemoryType | None = None,
        tags: Texts | None = None,
        tags_mode: TagsMode | None = None,
        metadata: AttributeFilter | None = None,
        created_from: Date | None = None,
        created_to: Date | None = None,
        occurred_from: Date | None = None,
        occurred_to: Date | None = None,
        include_superseded: bool | None = None,
        reference_time: Date | None = None,
        fields: Sequence[SearchField] | None = None,
        collapse: Collapse | None = None,
        explain: bool | None = None,
    ) -> Call[SearchResults]:
        """Finds memories by meaning. `relevance` is the estimated probability that a memory answers the query."""
        arguments = {name: value for name, value in locals().items() if name != "self"}
        body = given(**{**arguments, "tags": many(tags), "fields": many(fields)})
        return Call("memories.search", "POST", f"{PATH}/search", SearchResults, body=body, tenant="body")

    @Operation
    def get(self, id: str, *, version: int | None = None) -> Call[Memory]:
        """The memory, or an earlier version of it. The `etag` of the response is the version."""
        return Call("memories.get", "GET", f"{PATH}/{_wire.segment(id)}", Memory, query=given(version=version))

    @Operation
    def update(
        self,
        id: str,
        *,
        content: str | None = None,
        importance: float | None = None,
        tags: Texts | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires_at: Moment | Omit | None = OMIT,
        ttl_seconds: int | Omit | None = OMIT,
        if_match: str | int | None = None,
    ) -> Call[Memory]:
        """Changes a memory. Tags and metadata replace the old ones as a whole; `expires_at=None`: it never expires."""
        fields = given(content=content, importance=importance, tags=many(tags), metadata=metadata)
        return Call(
            "memories.update",
            "PATCH",
            f"{PATH}/{_wire.segment(id)}",
            Memory,
            body={**fields, **nullable(expires_at=expires_at, ttl_seconds=ttl_seconds)},
            tenant="body",
            headers=conditions(if_match=if_match),
            repeatable=if_match is None,
        )

    @Operation
    def delete(self, id: str, *, if_match: str | int | None = None) -> Call[DeletedMemory]:
        """Deletes a memory permanently."""
        path, headers = f"{PATH}/{_wire.segment(id)}", conditions(if_match=if_match)
        return Call("memories.delete", "DELETE", path, DeletedMemory, headers=headers, repeatable=if_match is None)

    @Operation
    def delete_many(
        self, filter: DeleteFilter, *, dry_run: bool | None = None, idempotency_key: str | None = None
    ) -> Call[DeletionResult]:
        """Deletes the memories that match. If they are more than 1,000, a job does it: `jobs.get(result.job_id)`."""
        body = given(filter=_wire.record(filter, "filter"), dry_run=dry_run)
        headers, path = conditions(idempotency_key), f"{PATH}/delete"
        return Call(
            "memories.deleteMany", "POST", path, DeletionResult, body=body, tenant="body", headers=headers, keyed=True
        )
