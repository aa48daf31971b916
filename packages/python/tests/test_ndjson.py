"""Import and export in constant memory."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
import uuid
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from support.service import TENANT, Service

from mneme import AsyncMneme, Mneme
from mneme.inputs import MemoryInput

RECORDS = 5_000
# Each record is about 1.3 KB on the wire: the whole would be 6.5 MB, and several times that as objects.
FILLER = "x" * 1_200
PEAK_BYTES = 3_000_000


def records(tag: str) -> Iterator[MemoryInput]:
    for number in range(RECORDS):
        yield {
            "content": f"record {number}",
            "type": "episodic",
            "tags": [tag],
            "external_id": f"{tag}/{number}",
            "metadata": {"note": FILLER},
        }


async def async_records(tag: str) -> AsyncIterator[MemoryInput]:
    for record in records(tag):
        yield record


def peak_of(work: Callable[[], int]) -> int:
    """The most memory that Python held at once during the work, which says how many records it saw."""
    gc.collect()
    tracemalloc.start()
    try:
        assert work() == RECORDS
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_5000_records_pass_in_constant_memory(service: Service) -> None:
    tag = uuid.uuid4().hex
    with Mneme(service.key, TENANT, service.url) as client:
        client.memories.count()  # what is imported on first use is not counted
        assert peak_of(lambda: client.memories.import_(records(tag)).created) < PEAK_BYTES
        assert peak_of(lambda: sum(1 for _ in client.memories.export(tags=tag))) < PEAK_BYTES

        async def present() -> int:
            async with AsyncMneme(service.key, TENANT, service.url) as other:
                return (await other.memories.import_(async_records(tag))).present

        async def exported() -> int:
            async with AsyncMneme(service.key, TENANT, service.url) as other:
                return len([None async for _ in other.memories.export(tags=tag)])

        assert peak_of(lambda: asyncio.run(present())) < PEAK_BYTES
        assert peak_of(lambda: asyncio.run(exported())) < PEAK_BYTES
        whole = peak_of(lambda: len(list(client.memories.export(tags=tag))))
        assert whole > PEAK_BYTES, "the bound would notice records that are kept"


def test_an_export_is_imported_again_as_it_was(api: Mneme) -> None:
    tag = uuid.uuid4().hex
    texts = ["line\u2028separator", "next\u0085line", "vertical\x0btab", "form\x0cfeed", "a\nb\r\nc", "emoji 🍵"]
    api.memories.import_(
        {"content": text, "type": "semantic", "tags": [tag], "metadata": {"snake_key": text}, "expires_at": 4e9}
        for text in texts
    )
    exported = list(api.memories.export(tags=[tag]))
    assert sorted(record.content for record in exported) == sorted(texts)
    api.memories.delete_many({"tags": [tag]})
    assert api.memories.import_(exported).created == len(texts)
    again = list(api.memories.export(tags=[tag]))
    fields = {"content", "type", "tags", "metadata", "created_at", "expires_at"}
    assert [item.model_dump(include=fields) for item in again] == [item.model_dump(include=fields) for item in exported]


def test_lines_that_fail_are_named(api: Mneme) -> None:
    result = api.memories.import_([{"content": "good", "type": "task"}, {"content": "", "type": "task"}])
    assert (result.read, result.created, result.failed) == (2, 1, 1)
    assert [(fault.line, fault.field) for fault in result.errors] == [(2, "content")]


def test_records_in_camel_case_are_taken_as_they_are(api: Mneme) -> None:
    external_id = uuid.uuid4().hex
    records = [{"content": "wire", "type": "task", "externalId": external_id, "createdAt": "2026-01-02T00:00:00Z"}]
    assert api.memories.import_(records, on_conflict="fail").created == 1
    assert api.memories.by_external_id.get(external_id).created_at.isoformat() == "2026-01-02T00:00:00+00:00"


def test_an_import_is_repeated_under_its_key(api: Mneme) -> None:
    key, records = uuid.uuid4().hex, [{"content": uuid.uuid4().hex, "type": "task"}]
    first = api.memories.import_(records, idempotency_key=key)
    again = api.with_response.memories.import_(records, idempotency_key=key)
    assert (again.replayed, again.data) == (True, first)


def test_an_error_of_the_caller_ends_the_import(api: Mneme) -> None:
    def broken() -> Iterator[MemoryInput]:
        yield {"content": "before", "type": "task"}
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError, match="the source broke"):
        api.memories.import_(broken())


def test_an_import_whose_source_broke_goes_on_with_its_key(api: Mneme) -> None:
    key, tag = uuid.uuid4().hex, uuid.uuid4().hex

    def source(end: int | None) -> Iterator[MemoryInput]:
        for number in range(1_200):
            if number == end:
                raise RuntimeError("the source broke")
            yield {"content": f"{tag} {number}", "type": "task", "tags": [tag]}

    with pytest.raises(RuntimeError, match="the source broke"):
        api.memories.import_(source(1_100), idempotency_key=key)
    assert api.memories.count(tags=tag).count == 1_000
    assert api.memories.import_(source(None), idempotency_key=key).read == 1_200
    assert api.memories.count(tags=tag).count == 1_200


def test_the_blocking_client_refuses_an_async_iterable(service: Service) -> None:
    with Mneme(service.key, TENANT, service.url) as client, pytest.raises(TypeError, match="AsyncMneme"):
        client.memories.import_(async_records("x"))
