"""What a client refuses before it sends anything."""

from __future__ import annotations

import asyncio
import math
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conftest import client_of
from support.canned import Answer, Canned, envelope

import mneme
from mneme import AsyncMneme, Mneme, Options

COUNT = Answer(envelope({"count": 3}))


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another service than the one that a test means."""
    monkeypatch.setenv("MNEME_API_KEY", "key-of-the-environment")
    monkeypatch.setenv("MNEME_TENANT", "tenant-of-the-environment")
    monkeypatch.setenv("MNEME_URL", "http://environment.test")


@pytest.fixture
def canned() -> Iterator[Canned]:
    with Canned(COUNT) as server:
        yield server


@pytest.mark.parametrize("kind", [Mneme, AsyncMneme])
@pytest.mark.parametrize("empty", ["", " ", "\n"])
@pytest.mark.parametrize(
    ("option", "variable"), [("api_key", "MNEME_API_KEY"), ("tenant_id", "MNEME_TENANT"), ("base_url", "MNEME_URL")]
)
def test_an_empty_setting_is_not_the_one_of_the_environment(kind: Any, option: str, variable: str, empty: str) -> None:
    with pytest.raises(ValueError, match=f"{option} is empty.*{variable}"):
        kind(**{option: empty})


def test_only_none_falls_back_to_the_environment() -> None:
    settings = Mneme(None, None, None)._engine.settings
    assert (settings.api_key, settings.tenant_id) == ("key-of-the-environment", "tenant-of-the-environment")
    assert settings.base_url == "http://environment.test"


@pytest.mark.parametrize("option", ["api_key", "tenant_id", "base_url"])
@pytest.mark.parametrize("value", [7, b"bytes", ["list"]])
def test_a_setting_of_another_type_is_refused(option: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"{option} must be a str"):
        Mneme(**{option: value})


@pytest.mark.parametrize("key", ["clé", "a\nb", "a b", "k\u2028k", "\x00"])
def test_a_key_that_no_header_can_carry_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(ValueError, match="api_key has a character") as caught:
        Mneme(key)
    assert key not in str(caught.value)


def test_a_wrong_key_of_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEME_API_KEY", "clé")
    with pytest.raises(ValueError, match="MNEME_API_KEY"):
        Mneme()


@pytest.mark.parametrize("url", ["http://[::1]:3000", "https://münchen.test", "http://h.test/a/b", "HTTP://H:80"])
def test_an_address_is_taken_as_it_is(url: str) -> None:
    assert Mneme("key", "tenant", url)._engine.settings.base_url == url


WRONG_URLS = {
    "no scheme": "127.0.0.1:3000",
    "a name alone": "localhost",
    "a path alone": "/api/v1",
    "ftp": "ftp://127.0.0.1",
    "no host": "http://",
    "a port that is none": "http://h:port",
    "a port too large": "http://h:65536",
    "port 0": "http://h:0",
    "a name that is none": "http://a..b",
    "a user": "http://anna:secret@127.0.0.1",
    "an empty user": "http://@127.0.0.1",
    "a query": "http://127.0.0.1?x=1",
    "an empty query": "http://127.0.0.1?",
    "a fragment": "http://127.0.0.1#top",
    "a space inside": "http://exa mple.test",
}


@pytest.mark.parametrize("url", WRONG_URLS.values(), ids=WRONG_URLS)
def test_an_address_that_is_none_is_refused_at_once(url: str) -> None:
    with pytest.raises(ValueError, match="base_url") as caught:
        Mneme("key", "tenant", url)
    assert "secret" not in str(caught.value)
    assert url.split("@")[-1] in str(caught.value)


def test_a_wrong_address_of_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEME_URL", "127.0.0.1:3000")
    with pytest.raises(ValueError, match=r"MNEME_URL.*'127\.0\.0\.1:3000'"):
        Mneme()


@pytest.mark.parametrize("end", ["", "/", "/api/v1", "/api/v1/", "//"])
def test_the_path_of_the_api_at_the_end_of_an_address_is_dropped(canned: Canned, mode: str, end: str) -> None:
    with client_of(mode, canned.url + end, "key") as client:
        assert client.memories.count().count == 3
    assert canned.asked[0].path.startswith("/api/v1/memories/count?")
    assert Mneme("key", "t", f"https://host.test/mneme{end}")._engine.settings.base_url == "https://host.test/mneme"


TIMES = ["timeout", "deadline", "initial_backoff", "max_backoff"]


@pytest.mark.parametrize("name", TIMES)
@pytest.mark.parametrize("value", ["5", True, [1]])
def test_what_is_no_number_is_no_time(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"{name} must be a number of seconds"):
        Options(**{name: value})
    with pytest.raises(TypeError, match=name):
        Mneme("key", "t", "http://h").with_options(**{name: value})


@pytest.mark.parametrize("name", TIMES)
@pytest.mark.parametrize("value", [-1, -0.001, math.nan, -math.inf])
def test_a_number_that_is_no_time_is_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must be .*math.inf for no limit"):
        Options(**{name: value})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=name):
        AsyncMneme("key", "t", "http://h").with_options(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["timeout", "deadline"])
def test_no_time_at_all_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be more than 0"):
        Options(**{name: 0})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["timeout", "initial_backoff", "max_backoff", "max_retries"])
def test_none_is_no_number(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        Options(**{name: None})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["2", 1.5, True, math.nan])
def test_retries_are_counted(value: Any) -> None:
    with pytest.raises(TypeError, match="max_retries"):
        Options(max_retries=value)
    with pytest.raises(ValueError, match="max_retries"):
        Options(max_retries=-1)


@pytest.mark.parametrize("limit", [math.inf, 1e300])
def test_infinity_is_no_limit(canned: Canned, mode: str, limit: float) -> None:
    options = Options(timeout=limit, deadline=limit, max_backoff=limit, max_retries=5000)
    with client_of(mode, canned.url, "key", options) as client:
        assert client.memories.count().count == 3


def test_options_of_another_type_are_refused() -> None:
    with pytest.raises(TypeError, match=r"options must be mneme\.Options"):
        Mneme("key", "t", options={"timeout": 3})  # type: ignore[arg-type]


def test_headers_are_options_too(canned: Canned, mode: str) -> None:
    options = Options(headers={"x-one": "1", "user-agent": "mine"})
    with client_of(mode, canned.url, "key", options) as client:
        client.with_options(headers={"X-One": "2", "x-request-id": "mine"}).memories.count()
        client.memories.count()
    first, second = (asked.headers for asked in canned.asked)
    assert (first["x-one"], first["user-agent"], first["x-request-id"]) == ("2", "mine", "mine")
    assert (second["x-one"], second["user-agent"]) == ("1", "mine")
    assert hash(options) is not None


@pytest.mark.parametrize(
    ("headers", "error"),
    [
        ({"x": 1}, TypeError),
        ({1: "x"}, TypeError),
        ({"x": "é"}, ValueError),
        ({"x": "a\nb"}, ValueError),
        ({"a b": "x"}, ValueError),
        ({"": "x"}, ValueError),
        ([("x", "y")], TypeError),
    ],
)
def test_headers_that_http_cannot_carry_are_refused(headers: Any, error: type[Exception]) -> None:
    for make in (lambda: Options(headers=headers), lambda: Mneme("key", "t", "http://h", headers=headers)):
        with pytest.raises(error, match="header"):
            make()


@pytest.mark.parametrize(("key", "error"), [("clé", ValueError), ("a\nb", ValueError), (uuid.uuid4(), TypeError)])
def test_an_idempotency_key_that_http_cannot_carry_is_refused(
    canned: Canned, mode: str, key: Any, error: type[Exception]
) -> None:
    with client_of(mode, canned.url, "key") as client:
        for call in (
            lambda: client.memories.create(content="x", type="task", idempotency_key=key),
            lambda: client.memories.import_([], idempotency_key=key),
            lambda: client.api_keys.create(name="x", idempotency_key=key),
            lambda: client.webhooks.create(name="x", url="x", events=[], secret="x", idempotency_key=key),
        ):
            with pytest.raises(error, match="idempotency_key"):
                call()
    assert canned.asked == []


def test_a_function_gives_the_key_of_each_request(canned: Canned) -> None:
    keys = iter(["one", "two\n"])
    with Mneme(lambda: next(keys), "t", canned.url) as client:
        client.memories.count()
        client.memories.count()
    assert [asked.headers["authorization"] for asked in canned.asked] == ["Bearer one", "Bearer two"]


def test_a_coroutine_function_gives_the_key_too(canned: Canned) -> None:
    async def key() -> str:
        await asyncio.sleep(0)
        return "awaited"

    async def count() -> None:
        for given in (key, lambda: "called"):
            async with AsyncMneme(given, "t", canned.url) as client:
                await client.memories.count()

    asyncio.run(count())
    assert [asked.headers["authorization"] for asked in canned.asked] == ["Bearer awaited", "Bearer called"]
    with pytest.raises(TypeError, match="AsyncMneme"):
        Mneme(key, "t", canned.url)  # type: ignore[arg-type]
    hidden: Any = lambda: key()  # noqa: E731
    with Mneme(hidden, "t", canned.url) as client, pytest.raises(mneme.MnemeError, match="AsyncMneme"):
        client.memories.count()


@pytest.mark.parametrize("key", [None, "", "clé", 7])
def test_a_function_that_gives_no_key_fails_the_call(canned: Canned, mode: str, key: Any) -> None:
    function: Any = lambda: key  # noqa: E731
    with client_of(mode, canned.url, function) as client, pytest.raises(mneme.MnemeError, match="api_key"):
        client.memories.count()
    assert canned.asked == []


CALLS: dict[str, Callable[[Mneme, Any], object]] = {
    "memories.get": lambda client, id: client.memories.get(id),
    "memories.update": lambda client, id: client.memories.update(id, content="x"),
    "memories.delete": lambda client, id: client.memories.delete(id),
    "memories.history.list": lambda client, id: client.memories.history.list(id),
    "by_external_id.get": lambda client, id: client.memories.by_external_id.get(id),
    "by_external_id.upsert": lambda client, id: client.memories.by_external_id.upsert(id, content="x", type="task"),
    "by_external_id.delete": lambda client, id: client.memories.by_external_id.delete(id),
    "webhooks.get": lambda client, id: client.webhooks.get(id),
    "webhooks.delete": lambda client, id: client.webhooks.delete(id),
    "deliveries.get": lambda client, id: client.webhooks.deliveries.get("wh_1", id),
    "jobs.get": lambda client, id: client.jobs.get(id),
    "tenants.delete": lambda client, id: client.tenants.delete(id),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_id_that_leads_elsewhere_is_refused(canned: Canned, mode: str, call: Callable[[Mneme, Any], object]) -> None:
    with client_of(mode, canned.url, "key") as client:
        for id in ("", ".", "..", "\ud800"):
            with pytest.raises(ValueError, match=r"id .*no URL leads to it"):
                call(client, id)
        for other in (None, 7):
            with pytest.raises(TypeError, match=r"id must be a str"):
                call(client, other)
    assert canned.asked == []


def test_an_unknown_argument_is_refused_with_those_that_are_known(canned: Canned, mode: str) -> None:
    with client_of(mode, canned.url, "key") as client:
        for method in (client.memories.count, client.memories.export, client.memories.list):
            with pytest.raises(TypeError, match=r"takes no timeout\..*created_from.*with_options"):
                method(timeout=0.3)  # type: ignore[call-arg]
    assert canned.asked == []


@pytest.mark.parametrize("item", [None, "text", ["list"], {1: "x"}])
def test_a_record_that_is_none_is_named(canned: Canned, mode: str, item: Any) -> None:
    with client_of(mode, canned.url, "key") as client:
        with pytest.raises(TypeError, match=r"memories\[1\] must be a mapping"):
            client.memories.create_many([{"content": "x", "type": "task"}, item])
        with pytest.raises(TypeError, match="filter must be a mapping"):
            client.memories.delete_many(item)
    assert canned.asked == []
