"""What comes beside the data, and options."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from conftest import client_of, served
from pydantic import ValidationError
from support.canned import Answer, envelope
from support.service import Service
from typing_extensions import assert_type

from mneme import OMIT, APIConnectionError, AsyncMneme, Mneme, MnemeError, Response, ServiceError
from mneme.models import Memory, MemoryItem, MemoryPage, MemoryType
from mneme.models.base import Model


def test_a_response_has_headers_request_id_etag_and_rate_limit(api: Mneme) -> None:
    response = api.with_response.memories.create(content="one", type="task")
    assert response.status == 201
    assert response.data.content == "one"
    assert response.etag == '"v1"'
    assert response.request_id == response.headers["x-request-id"]
    assert response.replayed is False
    assert response.warnings == ()
    assert response.indexing is None
    limit = response.rate_limit
    assert limit is not None
    assert 0 < limit.remaining <= limit.limit
    assert limit.reset > dt.datetime(2026, 1, 1, tzinfo=dt.timezone.utc)
    changed = api.with_response.memories.update(response.data.id, content="two", if_match=response.etag)
    assert changed.etag == '"v2"'


def test_a_repetition_says_so_and_a_plain_key_is_shown_once(api: Mneme) -> None:
    key, name = uuid.uuid4().hex, uuid.uuid4().hex
    first = api.api_keys.create(name=name, idempotency_key=key)
    again = api.with_response.api_keys.create(name=name, idempotency_key=key)
    assert again.replayed
    assert (again.data.id, again.data.plain_key) == (first.id, None)
    assert [warning.code for warning in again.warnings] == ["PLAIN_KEY_SHOWN_ONCE"]
    assert first.plain_key is not None


def test_a_list_with_response_is_one_page(api: Mneme) -> None:
    page = api.with_response.memories.list(limit=2)
    assert len(page.data.memories) == 2
    assert page.request_id is not None
    assert page.data.pagination.next_cursor is not None


def test_a_request_id_of_the_caller_is_kept(api: Mneme) -> None:
    client = api.with_options(headers={"X-Request-Id": "my-request.1"})
    assert client.with_response.memories.count().request_id == "my-request.1"
    assert api.with_response.memories.count().request_id != "my-request.1"


def test_each_item_of_a_page_and_all_pages_of_keys_and_webhooks(api: Mneme) -> None:
    names = {uuid.uuid4().hex for _ in range(3)}
    created = {api.api_keys.create(name=name).id for name in names}
    listed = [key.id for key in api.api_keys.list(limit=1)]
    assert created <= set(listed)
    assert len(listed) == len(set(listed))


STRANGE: dict[str, bytes] = {
    "empty": b"",
    "a page": b"<html>",
    "no object": b"7",
    "no metadata": b'{"data":{"count":1}}',
    "no data": envelope(None),
    "another type": envelope({"count": "many"}),
    "a field less": envelope({}),
    "too deep": b"[" * 100_000,
    "not UTF-8": b"\xff",
}


@pytest.mark.parametrize("content", STRANGE.values(), ids=STRANGE)
def test_a_response_that_is_not_the_documents_is_an_error_of_the_service(mode: str, content: bytes) -> None:
    answer = Answer(content, headers={"X-Request-Id": "req_of_the_service"})
    with served(mode, answer) as (client, server):
        with pytest.raises(ServiceError, match=r"memories\.count is not the one that the API describes") as caught:
            client.memories.count()
        assert len(server.asked) == 1
    assert (caught.value.status, caught.value.code, caught.value.request_id) == (200, None, "req_of_the_service")


def test_a_redirection_and_broken_compression_are_errors_of_this_package(mode: str) -> None:
    moved = Answer(status=301, headers={"Location": "/"})
    broken = Answer(b"no gzip", headers={"Content-Encoding": "gzip"})
    with served(mode, lambda asked: moved if asked.number == 1 else broken) as (client, _):
        with pytest.raises(ServiceError):
            client.memories.count()
        with pytest.raises(APIConnectionError):
            client.memories.count()
        with pytest.raises(MnemeError, match="cannot be sent"):
            client.memories.count(tags=["x" * 100_000])


@pytest.mark.parametrize("limit", ["x", "", "9" * 30])
def test_a_rate_limit_that_a_proxy_spoiled_is_none(mode: str, limit: str) -> None:
    headers = {f"X-RateLimit-{name}": limit for name in ("Limit", "Remaining", "Reset")}
    with served(mode, Answer(envelope({"count": 1}), headers=headers)) as (client, _):
        assert client.with_response.memories.count().rate_limit is None


def test_a_closed_client_says_so(mode: str) -> None:
    with client_of(mode, "http://127.0.0.1:9", "key") as client:
        client.close()
        for call in (
            lambda: client.memories.count(),
            lambda: list(client.memories.list()),
            lambda: list(client.memories.export()),
            lambda: client.memories.import_([]),
            lambda: client.with_options(timeout=1).memories.count(),
        ):
            with pytest.raises(MnemeError, match="the client is closed"):
                call()


def test_models_are_frozen_and_keep_what_they_do_not_know() -> None:
    wire = {
        "id": "mem_1",
        "content": "x",
        "type": "a type of tomorrow",
        "importance": 1,
        "createdAt": "2026-01-01T00:00:00.000Z",
        "aNewField": {"of": "tomorrow"},
    }
    item = MemoryItem.model_validate(wire)
    assert item.type == "a type of tomorrow"
    assert item.model_extra == {"aNewField": {"of": "tomorrow"}}
    with pytest.raises(ValidationError, match="frozen"):
        item.content = "y"
    assert isinstance(item, Model)
    assert repr(OMIT) == "OMIT"


def check_types(client: Mneme, other: AsyncMneme, kind: MemoryType) -> None:
    """Checked by mypy, not run: one definition has four types."""
    assert_type(client.memories.create(content="x", type=kind), Memory)
    assert_type(client.with_response.memories.create(content="x", type=kind), Response[Memory])
    assert_type(client.memories.list().page(), MemoryPage)
    assert_type([item for item in client.memories.list()], list[MemoryItem])  # noqa: C416
    client.memories.create(content=1, type=kind)  # type: ignore[arg-type]
    client.memories.list(tgs=["x"])  # type: ignore[call-arg]


async def check_async_types(client: AsyncMneme, kind: MemoryType) -> None:
    """Checked by mypy, not run."""
    assert_type(await client.memories.create(content="x", type=kind), Memory)
    assert_type(await client.with_response.memories.create(content="x", type=kind), Response[Memory])
    assert_type(await client.memories.list().page(), MemoryPage)
    assert_type([item async for item in client.memories.list()], list[MemoryItem])


def test_help_shows_the_signature_and_the_text(service: Service) -> None:
    with Mneme(service.key, "t", service.url) as client:
        assert "Stores a memory" in (client.memories.create.__doc__ or "")
        assert "Stores a memory" in (type(client.memories).create.__doc__ or "")
