"""Every resource against the running service, with both clients."""

from __future__ import annotations

import datetime as dt
import uuid
from contextlib import closing

import pytest
from conftest import client_of
from support.eventually import eventually
from support.receiver import Receiver
from support.service import TENANT, Service

from mneme import AuthenticationError, Mneme, NotFoundError, ScopeError
from mneme.models import Memory


def unique(text: str) -> str:
    return f"{text}-{uuid.uuid4().hex[:12]}"


def test_a_memory_is_created_read_changed_and_deleted(api: Mneme) -> None:
    tag = unique("anna")
    moment = dt.datetime(2026, 3, 1, 9, 30, tzinfo=dt.timezone.utc)
    created = api.memories.create(
        content="Anna prefers tea",
        type="semantic",
        importance=0.7,
        tags=[tag, "with, comma"],
        metadata={"user_id": "anna", "nested": {"snake_key": 1}},
        created_at=moment,
        ttl_seconds=3600,
    )
    assert isinstance(created, Memory)
    assert (created.content, created.type, created.importance) == ("Anna prefers tea", "semantic", 0.7)
    assert created.tags == [tag, "with, comma"]
    assert created.metadata == {"user_id": "anna", "nested": {"snake_key": 1}}
    assert created.created_at == moment
    assert created.tenant_id == TENANT
    assert created.expires_at is not None
    assert api.memories.get(created.id) == created
    changed = api.memories.update(created.id, content="Anna prefers coffee", tags=tag, expires_at=None)
    assert (changed.content, changed.tags, changed.expires_at) == ("Anna prefers coffee", [tag], None)
    assert api.memories.get(created.id, version=1).content == "Anna prefers tea"
    assert [item.content for item in api.memories.history.list(created.id)] == ["Anna prefers coffee", created.content]
    deleted = api.memories.delete(created.id)
    assert (deleted.id, deleted.deleted) == (created.id, True)
    with pytest.raises(NotFoundError):
        api.memories.get(created.id)


def test_an_update_with_null_metadata_left_out_keeps_the_rest(api: Mneme) -> None:
    created = api.memories.create(content="kept", type="task", metadata={"a": 1}, expires_at=dt.date(2099, 1, 1))
    changed = api.memories.update(created.id, importance=0.9)
    assert (changed.metadata, changed.expires_at, changed.importance) == ({"a": 1}, created.expires_at, 0.9)


def test_search_finds_by_meaning_with_every_option(api: Mneme) -> None:
    tag = unique("drinks")
    api.memories.create(content="Anna prefers tea to coffee", type="semantic", tags=[tag], metadata={"userId": "anna"})
    api.memories.create(content="The boat is painted red", type="semantic", tags=[tag], metadata={"userId": "ben"})
    found = api.memories.search("what does Anna drink?", limit=5, min_relevance=0.0, tags=[tag], explain=True)
    best = found.results[0]
    assert best.content == "Anna prefers tea to coffee"
    assert best.explanation is not None
    assert "anna" in best.explanation.matched_terms
    assert found.query == "what does Anna drink?"
    narrowed = api.memories.search(
        "tea",
        type="semantic",
        tags=tag,
        tags_mode="any",
        metadata={"userId": ["anna", "carl"]},
        created_from=dt.date(2020, 1, 1),
        created_to="2099-01-01",
        occurred_from="2020-01-01",
        occurred_to=dt.datetime(2099, 1, 1, tzinfo=dt.timezone.utc),
        include_superseded=False,
        reference_time=dt.date(2026, 1, 1),
        fields=["tags", "metadata", "copies"],
        collapse="none",
    )
    assert [(item.metadata, item.tags, item.copies) for item in narrowed.results] == [({"userId": "anna"}, [tag], 1)]


def test_memories_are_listed_by_cursor_counted_and_exported(api: Mneme) -> None:
    tag = unique("list, with a comma")
    contents = [f"item {number:02}" for number in range(7)]
    api.memories.create_many([{"content": content, "type": "task", "tags": [tag]} for content in contents])
    first = api.memories.list(tags=[tag], limit=3, order="asc", fields=["tags", "updatedAt"]).page()
    assert (first.pagination.total, first.pagination.pages, len(first.memories)) == (7, 3, 3)
    assert first.memories[0].tags == [tag]
    listed = [memory.content for memory in api.memories.list(tags=tag, limit=3, order="asc", sort="createdAt")]
    assert sorted(listed) == contents
    assert [len(page.memories) for page in api.memories.list(tags=[tag], limit=3).pages()] == [3, 3, 1]
    assert api.memories.count(tags=[tag], type="task").count == 7
    assert api.memories.count(tags=[tag], type="decision").count == 0
    assert sorted(record.content for record in api.memories.export(tags=[tag])) == contents
    with closing(api.memories.export(tags=[tag])) as records:
        assert next(iter(records)).content in contents


def test_lists_filter_by_metadata(api: Mneme) -> None:
    user = unique("user")
    api.memories.create(content="mine", type="task", metadata={"userId": user, "done": True}, external_id=user)
    assert api.memories.count(metadata={"userId": user}).count == 1
    assert api.memories.count(metadata={"userId": user, "done": True}).count == 1
    assert api.memories.count(metadata={"userId": user, "done": False}).count == 0
    assert api.memories.count(external_id=user, created_to=dt.date(2099, 1, 1)).count == 1


def test_bulk_reports_each_item(api: Mneme) -> None:
    external_id = unique("note")
    moment = dt.datetime(2026, 1, 2, tzinfo=dt.timezone.utc)
    result = api.memories.create_many(
        [
            {"content": "good", "type": "task", "external_id": external_id, "created_at": moment},
            {"content": "", "type": "task"},
        ]
    )
    assert (result.created, result.failed) == (1, 1)
    assert result.results[1].errors is not None
    assert result.results[1].errors[0].field == "content"
    again = api.memories.create_many(
        [{"content": "better", "type": "task", "external_id": external_id}], on_conflict="replace"
    )
    assert (again.replaced, api.memories.by_external_id.get(external_id).content) == (1, "better")


@pytest.mark.parametrize("external_id", ["chat-42/message 7?x=1#é", "...", "%2e%2e", "a+b&c", " "])
def test_memories_by_external_id(api: Mneme, external_id: str) -> None:
    upserted = api.memories.by_external_id.upsert(external_id, content="first", type="semantic", tags=["x"])
    assert upserted.external_id == external_id
    replaced = api.memories.by_external_id.upsert(external_id, content="second", type="semantic")
    assert (replaced.id, replaced.content, replaced.tags) == (upserted.id, "second", [])
    assert api.memories.by_external_id.get(external_id) == replaced
    assert api.memories.by_external_id.delete(external_id).id == upserted.id


def test_a_deletion_by_filter_becomes_a_job_when_it_is_large(service: Service) -> None:
    with Mneme(service.key, TENANT, service.url) as client:
        delete_1001(client)


def delete_1001(api: Mneme) -> None:
    tag = unique("draft")
    records = [{"content": f"draft {number}", "type": "working", "tags": [tag]} for number in range(1001)]
    assert api.memories.import_(records).created == 1001
    dry = api.memories.delete_many({"tags": [tag], "tags_mode": "all", "created_to": dt.date(2099, 1, 1)}, dry_run=True)
    assert (dry.matched, dry.deleted, dry.job_id) == (1001, 0, None)
    started = api.memories.delete_many({"tags": [tag]})
    assert started.job_id is not None
    job = api.jobs.get(started.job_id)
    assert (job.kind, job.matched) == ("memories.delete", 1001)


def test_tags_are_listed_with_their_counts(api: Mneme) -> None:
    prefix = unique("t")
    for name in ("a", "b", "b", "c"):
        api.memories.create(content=name, type="task", tags=[f"{prefix}{name}"])
    counted = [(item.tag.removeprefix(prefix), item.count) for item in api.tags.list(prefix=prefix, limit=1)]
    assert counted == [("a", 1), ("b", 2), ("c", 1)]


def test_decision_chains_and_patterns_of_the_sample_tenant(api: Mneme) -> None:
    chains = api.decision_chains.reconstruct(
        "which hob for the kitchen",
        time_range={"from": "2026-06-01", "to": dt.date(2026, 12, 31)},
        include=["mermaid"],
    )
    assert chains.status in {"found", "partial"}
    assert chains.chains[0].mermaid is not None
    assert chains.chains[0].edges[0].from_.startswith("mem_")
    decision = chains.chains[0].decision.memory_id
    named = api.decision_chains.reconstruct(decision_id=decision, include=["possible"])
    assert (named.decision_id, named.topic) == (decision, None)
    assert [chain.decision.memory_id for chain in named.chains] == [decision]
    assert named.chains[0].possible is not None
    patterns = api.patterns.detect(min_occurrences=12, timezone="Atlantic/Reykjavik")
    assert patterns.patterns
    assert patterns.timezone == "Atlantic/Reykjavik"
    first = patterns.patterns[0]
    assert (first.sentence.endswith("."), len(first.evidence)) == (True, 5)


def test_patterns_are_dismissed_and_restored(api: Mneme) -> None:
    dismissed = api.patterns.dismiss("pat_0000000000000", reason="We know")
    assert (dismissed.id, dismissed.dismissed, dismissed.reason) == ("pat_0000000000000", True, "We know")
    assert api.patterns.detect(include_dismissed=True).patterns is not None
    restored = api.patterns.restore("pat_0000000000000")
    assert (restored.id, restored.dismissed) == ("pat_0000000000000", False)


def test_api_keys_are_created_listed_rotated_and_revoked(api: Mneme, service: Service, mode: str) -> None:
    expiry = dt.datetime(2099, 1, 1, tzinfo=dt.timezone.utc)
    created = api.api_keys.create(
        name=unique("reader"), environment="development", scopes=["read:memories"], expires_at=expiry
    )
    assert (created.scopes, created.expires_at, created.status) == (["read:memories"], expiry, "active")
    assert created.plain_key is not None
    with client_of(mode, service.url, created.plain_key) as reader:
        assert reader.memories.count().count >= 0
        with pytest.raises(ScopeError):
            reader.memories.create(content="no", type="task")
    assert created.id in [key.id for key in api.api_keys.list(limit=1)]
    rotated = api.api_keys.rotate(created.id, overlap_seconds=60, expires_at=expiry.timestamp())
    assert (rotated.previous.id, rotated.expires_at) == (created.id, expiry)
    assert api.api_keys.revoke(created.id).status == "revoked"
    assert api.api_keys.usage.get(created.id, days=2).days == 2
    with client_of(mode, service.url, created.plain_key) as revoked, pytest.raises(AuthenticationError):
        revoked.memories.count()


def test_webhooks_are_registered_changed_tested_and_deleted(api: Mneme, receiver: Receiver) -> None:
    created = api.webhooks.create(
        name=unique("hook"), url=receiver.url, events=["memory.created"], secret="a long secret", status="active"
    )
    assert api.webhooks.get(created.id) == created
    assert created.id in [webhook.id for webhook in api.webhooks.list(limit=1)]
    changed = api.webhooks.update(created.id, name=unique("renamed"), events=["memory.created", "memory.deleted"])
    assert changed.events == ["memory.created", "memory.deleted"]
    tested = api.webhooks.test(created.id)
    assert (tested.delivered, tested.status_code) == (True, 204)
    assert receiver.next().headers["webhook-id"].startswith("evt_")
    rotated = api.webhooks.rotate_secret(created.id, secret="another long secret")
    assert rotated.previous_secret_until > dt.datetime.now(dt.timezone.utc)
    memory, event = api.memories.create(content="delivered", type="task"), "memory.created"
    body = receiver.next().body
    assert memory.id.encode() in body
    delivery = eventually(
        lambda: next(
            (item for item in api.webhooks.deliveries.list(created.id, status="delivered") if item.event == event), None
        )
    )
    detail = api.webhooks.deliveries.get(created.id, delivery.id)
    assert detail.request.body is not None
    assert detail.request.body.encode() == body
    assert api.webhooks.deliveries.redeliver(created.id, delivery.id).id == delivery.id
    assert receiver.next().body == body
    assert api.webhooks.delete(created.id).deleted


def test_usage_tokens_health_and_the_service(api: Mneme, service: Service, mode: str) -> None:
    usage = api.usage.get()
    assert usage.memories.count > 900
    assert usage.api_calls.this_month > 0
    token = api.tokens.exchange()
    assert (token.tenant_id, token.token_type) == (TENANT, "Bearer")
    with client_of(mode, service.url, token.token) as bearer:
        assert bearer.memories.count().count > 900
    assert api.health.liveness.get().status == "ok"
    readiness = api.health.readiness.get()
    assert "database" in [dependency.name for dependency in readiness.dependencies]
    assert api.service.get() == api.service.api.get()


def test_a_tenant_is_not_erased_by_mistake(api: Mneme) -> None:
    with pytest.raises(TypeError):
        api.tenants.delete()  # type: ignore[call-arg]
