"""What comes beside the data, and options."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from pydantic import ValidationError
from support.service import Service
from typing_extensions import assert_type

from mneme import OMIT, AsyncMneme, Mneme, Response
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
