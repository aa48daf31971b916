"""Retries through a proxy that cuts, delays and repeats."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conftest import client_of, served
from support.canned import STILL_AT_WORK, Answer, failure
from support.flaky_proxy import FlakyProxy, Plan
from support.service import TENANT, Service

import mneme
from mneme import Mneme, Options
from mneme.inputs import MemoryInput

OPTIONS = Options(timeout=5, initial_backoff=0.02, max_backoff=0.05)
# At most two failures for a key: two retries are enough for each.
PLANS: tuple[Plan, ...] = (
    (),
    ("cut_before",),
    ("cut_after",),
    ("cut_inside",),
    ("cut_after", "cut_inside"),
    ("repeat",),
    ("cut_before", "503"),
    ("408",),
    ("500", "502"),
    ("cut_inside", "race"),
)


def test_300_creates_through_a_flaky_network_are_300_memories(service: Service, mode: str) -> None:
    tag = f"flaky-{uuid.uuid4().hex}"
    slow = {7: ("hang",), 57: ("cut_after", "hang"), 107: ("429",)}
    with FlakyProxy(service.port, lambda n: slow.get(n, PLANS[n % len(PLANS)])) as proxy:

        def create_share(first: int) -> list[str]:
            with client_of(mode, proxy.url, service.key, OPTIONS) as client:
                numbers = range(first, 300, 6)
                return [client.memories.create(content=f"{n}", type="task", tags=tag).id for n in numbers]

        with ThreadPoolExecutor(6) as pool:
            ids = [id for share in pool.map(create_share, range(6)) for id in share]
        tries, faults = proxy.tries, dict(proxy.faults)
    with Mneme(service.key, TENANT, service.url) as client:
        stored = {memory.id: memory.content for memory in client.memories.list(tags=tag, limit=100)}
    assert len(stored) == 300
    assert set(ids) == set(stored)
    assert sorted(stored.values(), key=int) == [str(number) for number in range(300)]
    assert len(tries) == 300, "one Idempotency-Key a call"
    assert all(len({headers["x-request-id"] for headers in made}) == 1 for made in tries.values())
    assert max(len(made) for made in tries.values()) == 3
    assert all(
        faults[fault] > 0 for fault in ("cut_before", "cut_after", "cut_inside", "hang", "repeat", "race", "429")
    )


@pytest.fixture
def proxied(service: Service, mode: str, request: pytest.FixtureRequest) -> Iterator[tuple[Mneme, FlakyProxy]]:
    """A client behind a proxy with the same plan for every key."""
    plan: Plan = request.param
    with FlakyProxy(service.port, lambda _: plan) as proxy, client_of(mode, proxy.url, service.key, OPTIONS) as client:
        yield client, proxy


def made(proxy: FlakyProxy) -> int:
    return sum(len(tries) for tries in proxy.tries.values())


with_plan = pytest.mark.parametrize


@with_plan("proxied", [("cut_after", "cut_before", "cut_before")], indirect=True)
def test_two_retries_and_no_more(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, proxy = proxied
    with pytest.raises(mneme.APIConnectionError):
        client.memories.count()
    assert made(proxy) == 3


@with_plan("proxied", [("503", "503", "503")], indirect=True)
def test_an_error_of_the_proxy_reaches_the_caller_after_the_retries(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, proxy = proxied
    with pytest.raises(mneme.ServiceError) as caught:
        client.memories.count()
    assert (caught.value.status, caught.value.code, made(proxy)) == (503, None, 3)


@with_plan("proxied", [("429",)], indirect=True)
def test_retry_after_is_obeyed(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, proxy = proxied
    started = time.monotonic()
    assert client.memories.count().count > 0
    assert time.monotonic() - started >= 1
    assert made(proxy) == 2


@with_plan("proxied", [("429",)], indirect=True)
def test_no_pause_goes_beyond_the_deadline(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, proxy = proxied
    started = time.monotonic()
    with pytest.raises(mneme.RateLimitError) as caught:
        client.with_options(deadline=0.9).memories.count()
    assert time.monotonic() - started < 0.9
    assert (caught.value.retry_after, made(proxy)) == (1.0, 1)


@with_plan("proxied", [("hang", "hang", "hang")], indirect=True)
def test_a_try_and_a_call_end_in_time(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, proxy = proxied
    with pytest.raises(mneme.APITimeoutError, match="3 tries"):
        client.with_options(timeout=0.2).memories.count()
    assert made(proxy) == 3
    started = time.monotonic()
    with pytest.raises(mneme.APITimeoutError):
        client.with_options(timeout=5, deadline=0.4).memories.count(type="task")
    assert time.monotonic() - started < 3


@with_plan("proxied", [("drip",)], indirect=True)
def test_a_response_that_drips_ends_with_its_try(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, _ = proxied
    with pytest.raises(mneme.APITimeoutError):
        client.with_options(timeout=0.3, max_retries=0).memories.count()


@with_plan("proxied", [("cut_after",)], indirect=True)
def test_what_is_not_repeatable_is_sent_once(proxied: tuple[Mneme, FlakyProxy], service: Service) -> None:
    client, proxy = proxied
    with Mneme(service.key, TENANT, service.url) as direct:
        memory = direct.memories.create(content="one", type="task")
        with pytest.raises(mneme.APIConnectionError):
            client.memories.update(memory.id, content="two", if_match=1)
        assert made(proxy) == 1
        assert direct.memories.get(memory.id).content == "two"
        assert client.memories.update(memory.id, importance=0.1).importance == 0.1


@with_plan("proxied", [("cut_before",)], indirect=True)
@pytest.mark.parametrize("what", ["rotate_secret", "test", "redeliver", "tenants.delete"])
def test_calls_with_effects_beyond_the_record_are_sent_once(proxied: tuple[Mneme, FlakyProxy], what: str) -> None:
    client, proxy = proxied
    calls: dict[str, Callable[[], object]] = {
        "rotate_secret": lambda: client.webhooks.rotate_secret("wh_x", secret="a long secret"),
        "test": lambda: client.webhooks.test("wh_x"),
        "redeliver": lambda: client.webhooks.deliveries.redeliver("wh_x", "dlv_x"),
        "tenants.delete": lambda: client.tenants.delete("none-of-ours"),
    }
    with pytest.raises(mneme.APIConnectionError):
        calls[what]()
    assert made(proxy) == 1


RECORDS: list[MemoryInput] = [{"content": f"line {number}", "type": "task"} for number in range(50)]


@with_plan("proxied", [("cut_before", "cut_after")], indirect=True)
@pytest.mark.parametrize("kind", ["list", "function", "generator"])
def test_an_import_is_retried_and_stores_once(proxied: tuple[Mneme, FlakyProxy], service: Service, kind: str) -> None:
    client, proxy = proxied
    tag = uuid.uuid4().hex
    records: list[MemoryInput] = [{**record, "tags": [tag]} for record in RECORDS]
    source: Any = {"list": records, "function": lambda: iter(records), "generator": (record for record in records)}[
        kind
    ]
    result = client.memories.import_(source)
    assert (result.read, result.failed, made(proxy)) == (50, 0, 3)
    with Mneme(service.key, TENANT, service.url) as direct:
        assert direct.memories.count(tags=tag).count == 50


@with_plan("proxied", [("cut_after",)], indirect=True)
def test_an_import_whose_response_was_lost_is_repeated_with_its_key(
    proxied: tuple[Mneme, FlakyProxy], service: Service
) -> None:
    client, _ = proxied
    key, tag = uuid.uuid4().hex, uuid.uuid4().hex
    records: list[MemoryInput] = [{**record, "tags": [tag]} for record in RECORDS]
    with pytest.raises(mneme.APIConnectionError) as caught:
        client.with_options(max_retries=0).memories.import_(records, idempotency_key=key)
    assert caught.value.imported is not None
    assert caught.value.imported.read == 0
    assert client.memories.import_(iter(records), idempotency_key=key).created == 50
    with Mneme(service.key, TENANT, service.url) as direct:
        assert direct.memories.count(tags=tag).count == 50


@with_plan("proxied", [("cut_before", "503")], indirect=True)
def test_an_export_that_has_not_begun_is_retried(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, proxy = proxied
    assert len(list(client.memories.export(type="decision"))) > 10
    assert made(proxy) == 3


@with_plan("proxied", [("cut_inside",)], indirect=True)
def test_an_export_that_breaks_off_raises(proxied: tuple[Mneme, FlakyProxy]) -> None:
    client, proxy = proxied
    with pytest.raises(mneme.APIConnectionError):
        list(client.memories.export(type="decision"))
    assert made(proxy) == 1


WAITS = Options(max_retries=1, initial_backoff=0.01, max_backoff=0.02)
CREATES: dict[str, Callable[[Mneme], object]] = {
    "create": lambda client: client.memories.create(content="x", type="task", idempotency_key="mine"),
    "create_many": lambda client: client.memories.create_many([], idempotency_key="mine"),
    "import": lambda client: client.memories.import_(["{}"], idempotency_key="mine"),
}


@pytest.mark.parametrize("create", CREATES.values(), ids=CREATES)
def test_a_first_request_that_is_still_at_work_is_waited_for(mode: str, create: Callable[[Mneme], object]) -> None:
    """Until it answers: its waits are no failures, and leave the retries for those."""
    answers = {8: Answer(status=503), 15: Answer(failure("QUOTA", "the end"), 402)}
    with served(mode, lambda asked: answers.get(asked.number, STILL_AT_WORK), WAITS) as (client, server):
        with pytest.raises(mneme.APIError, match="the end"):
            create(client)
        assert len(server.asked) == 15


def test_it_is_waited_for_up_to_the_deadline(mode: str) -> None:
    with served(mode, STILL_AT_WORK, WAITS) as (client, server):
        started = time.monotonic()
        with pytest.raises((mneme.ConflictError, mneme.APITimeoutError)):  # the deadline comes in a pause or in a try
            client.with_options(deadline=0.5).memories.create(content="x", type="task", idempotency_key="mine")
        assert 0.4 < time.monotonic() - started < 10
        asked = len(server.asked)
        with pytest.raises(mneme.ConflictError):
            client.with_options(max_retries=0).memories.create(content="x", type="task")
        assert len(server.asked) == asked + 1


def test_another_conflict_is_not_waited_for(mode: str) -> None:
    taken = Answer(failure("DUPLICATE_RESOURCE", "another memory has this externalId"), 409)
    with served(mode, taken, WAITS) as (client, server):
        with pytest.raises(mneme.ConflictError):
            client.memories.create(content="x", type="task")
        assert len(server.asked) == 1


def test_a_request_that_runs_is_waited_for_by_the_next_with_its_key(service: Service, mode: str) -> None:
    key, tag = uuid.uuid4().hex, uuid.uuid4().hex
    records = [{"content": f"{tag} {number}", "type": "task", "tags": [tag]} for number in range(400)]

    def store(_: int) -> int:
        with client_of(mode, service.url, service.key, Options(max_retries=1)) as client:
            return client.memories.import_(records, idempotency_key=key).created

    with ThreadPoolExecutor(3) as pool, Mneme(service.key, TENANT, service.url) as direct:
        assert list(pool.map(store, range(3))) == [400] * 3
        assert direct.memories.count(tags=tag).count == 400


def test_a_client_is_shared_by_threads(service: Service) -> None:
    started = threading.Barrier(8)
    with Mneme(service.key, TENANT, service.url) as client, ThreadPoolExecutor(8) as pool:

        def count(_: int) -> int:
            started.wait(10)
            return client.memories.count(type="decision").count

        assert len(set(pool.map(count, range(8)))) == 1
