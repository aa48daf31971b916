"""`mneme.webhooks.unwrap` against what the service really sends, and against forgeries."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import hmac
import json
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from support.receiver import Received, Receiver
from support.service import TENANT, Service

import mneme
from mneme import Mneme, WebhookVerificationError, webhooks
from mneme.models import (
    ApiKeyCreatedEvent,
    ApiKeyRevokedEvent,
    EventName,
    MemoryCreatedEvent,
    MemoryDeletedEvent,
    MemoryUpdatedEvent,
    SearchPerformedEvent,
    WebhookTestEvent,
)

SECRETS = {
    "plain text": "a secret of my own making, 9 €",
    "whsec_": "whsec_" + base64.b64encode(bytes(range(32))).decode(),
}
EVENTS: list[EventName] = [
    "memory.created",
    "memory.updated",
    "memory.deleted",
    "search.performed",
    "api_key.created",
    "api_key.revoked",
]


def of_kind(receiver: Receiver, secret: str, kind: type[webhooks.KnownEvent]) -> webhooks.KnownEvent:
    """The next event of a kind. Each one on the way must be genuine."""
    while True:
        received = receiver.next()
        event = webhooks.unwrap(received.body, received.headers, secret)
        if isinstance(event, kind):
            return event


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_each_event_that_the_service_sends_is_verified_and_typed(
    service: Service, receiver: Receiver, secret: str
) -> None:
    with Mneme(service.key, TENANT, service.url) as client:
        webhook = client.webhooks.create(name=uuid.uuid4().hex, url=receiver.url, events=EVENTS, secret=secret)
        assert client.webhooks.test(webhook.id).delivered
        tested = of_kind(receiver, secret, WebhookTestEvent)
        assert isinstance(tested, WebhookTestEvent)
        assert tested.data.webhook_id == webhook.id
        memory = client.memories.create(content="Anna prefers tea — ☕", type="semantic")
        created = of_kind(receiver, secret, MemoryCreatedEvent)
        assert isinstance(created, MemoryCreatedEvent)
        assert (created.data.id, created.data.content) == (memory.id, memory.content)
        client.memories.update(memory.id, importance=0.9)
        assert of_kind(receiver, secret, MemoryUpdatedEvent).metadata.sequence == 2
        client.memories.delete(memory.id)
        deleted = of_kind(receiver, secret, MemoryDeletedEvent)
        assert isinstance(deleted, MemoryDeletedEvent)
        assert (deleted.data.id, deleted.data.reason) == (memory.id, None)
        key = client.api_keys.create(name=uuid.uuid4().hex)
        issued = of_kind(receiver, secret, ApiKeyCreatedEvent)
        assert isinstance(issued, ApiKeyCreatedEvent)
        assert issued.data.id == key.id
        client.api_keys.revoke(key.id)
        assert of_kind(receiver, secret, ApiKeyRevokedEvent).event == "api_key.revoked"
        searched = searched_event(client, receiver, secret)
        assert searched.data.query == "what does Anna drink?"
        client.webhooks.delete(webhook.id)


def searched_event(client: Mneme, receiver: Receiver, secret: str) -> SearchPerformedEvent:
    client.memories.search("what does Anna drink?", limit=1)
    event = of_kind(receiver, secret, SearchPerformedEvent)
    assert isinstance(event, SearchPerformedEvent)
    return event


def test_both_secrets_are_good_after_a_rotation(service: Service, receiver: Receiver) -> None:
    old, new = "the old long secret", "the new long secret"
    with Mneme(service.key, TENANT, service.url) as client:
        webhook = client.webhooks.create(name=uuid.uuid4().hex, url=receiver.url, events=EVENTS[:1], secret=old)
        client.webhooks.rotate_secret(webhook.id, secret=new)
        assert client.webhooks.test(webhook.id).delivered
        received = receiver.next()
        assert webhooks.unwrap(received.body, received.headers, old) == client.webhooks.unwrap(
            received.body, received.headers, new
        )
        with pytest.raises(WebhookVerificationError):
            webhooks.unwrap(received.body, received.headers, "another long secret")
        client.webhooks.delete(webhook.id)


SECRET = SECRETS["whsec_"]


@pytest.fixture(scope="module")
def genuine(service: Service) -> Iterator[Received]:
    """A request that the service signed."""
    with Receiver() as receiver, Mneme(service.key, TENANT, service.url) as client:
        webhook = client.webhooks.create(name=uuid.uuid4().hex, url=receiver.url, events=EVENTS[:1], secret=SECRET)
        client.webhooks.test(webhook.id)
        received = receiver.next()
        client.webhooks.delete(webhook.id)
        lower = {name.lower(): value for name, value in received.headers.items()}
        yield dataclasses.replace(received, headers=lower)


def sign(received: Received, secret: bytes = base64.b64decode(SECRET[6:]), **changes: str) -> Received:
    """The request with these headers, signed as the service signs, with this key."""
    headers = {**received.headers, **{name.replace("_", "-"): value for name, value in changes.items()}}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + received.body
    digest = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    return Received(received.body, {**headers, "webhook-signature": f"v1,{digest}"})


def with_header(name: str, value: str | Callable[[str], Any]) -> Callable[[Received], Received]:
    def change(received: Received) -> Received:
        old = received.headers[name]
        return Received(received.body, {**received.headers, name: value if isinstance(value, str) else value(old)})

    return change


def without(name: str) -> Callable[[Received], Received]:
    return lambda received: Received(
        received.body, {key: value for key, value in received.headers.items() if key != name}
    )


def with_body(change: Callable[[bytes], bytes]) -> Callable[[Received], Received]:
    return lambda received: Received(change(received.body), received.headers)


def off(seconds: int) -> Callable[[Received], Received]:
    return lambda received: sign(received, webhook_timestamp=str(int(time.time()) + seconds))


def unsigned_algorithm(received: Received) -> Received:
    return with_header("webhook-signature", lambda old: "none," + old.split(",")[1])(received)


def signed_body_only(received: Received) -> Received:
    digest = hmac.new(base64.b64decode(SECRET[6:]), received.body, hashlib.sha256).digest()
    return with_header("webhook-signature", "v1," + base64.b64encode(digest).decode())(received)


def hex_digest(received: Received) -> Received:
    return with_header("webhook-signature", lambda old: "v1," + base64.b64decode(old[3:]).hex())(received)


def parsed_again(received: Received) -> Received:
    return Received(json.dumps(json.loads(received.body)).encode(), received.headers)


FORGERIES: dict[str, Callable[[Received], Received]] = {
    "the body has one byte more": with_body(lambda body: body + b" "),
    "the body has one byte less": with_body(lambda body: body[:-1]),
    "the body has another tenant": with_body(lambda body: body.replace(TENANT.encode(), b"mallory")),
    "the body was parsed and written again": parsed_again,
    "the body is empty": with_body(lambda _: b""),
    "another id": with_header("webhook-id", "evt_01h455vb4pex5vsknk084sn02q"),
    "another timestamp": with_header("webhook-timestamp", lambda old: str(int(old) + 1)),
    "no id": without("webhook-id"),
    "no timestamp": without("webhook-timestamp"),
    "no signature": without("webhook-signature"),
    "an empty signature": with_header("webhook-signature", "v1,"),
    "a signature cut short": with_header("webhook-signature", lambda old: old[:-8]),
    "a signature of another version": with_header("webhook-signature", lambda old: old.replace("v1,", "v2,")),
    "a signature without an algorithm": unsigned_algorithm,
    "a signature in hexadecimal": hex_digest,
    "a signature with the text of the secret": lambda received: sign(received, SECRET.encode()),
    "a signature with an empty key": lambda received: sign(received, b""),
    "a signature of the body alone": signed_body_only,
    "signed 301 s ago": off(-301),
    "signed 301 s ahead": off(301),
    "a timestamp that is no number": lambda received: sign(received, webhook_timestamp="now"),
    "a timestamp with a fraction": lambda received: sign(received, webhook_timestamp=f"{time.time():.3f}"),
    "a timestamp in other digits": lambda received: sign(received, webhook_timestamp="١٧٩٥٢٤٣٣٥٠"),
    "two signatures in a list": with_header("webhook-signature", lambda old: [old, old]),
    "two timestamps in a tuple": with_header("webhook-timestamp", lambda old: (old, old)),
    "an empty list of ids": with_header("webhook-id", lambda _: []),
    "no value": with_header("webhook-id", lambda _: None),
    "two ids of different case": lambda received: Received(
        received.body, {**received.headers, "Webhook-Id": received.headers["webhook-id"]}
    ),
    "a lone surrogate in the id": with_header("webhook-id", "evt_\ud800"),
    "a lone surrogate in the body": lambda received: Received("\ud800", received.headers),  # type: ignore[arg-type]
    "bytes that are not ASCII": with_header("webhook-signature", "v1,\u00e9\u00e9\u00e9\u00e9"),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_forgery_is_refused(genuine: Received, forge: Callable[[Received], Received]) -> None:
    assert isinstance(webhooks.unwrap(genuine.body, genuine.headers, SECRET), WebhookTestEvent)
    forged = forge(genuine)
    assert forged != genuine
    with pytest.raises(WebhookVerificationError):
        webhooks.unwrap(forged.body, forged.headers, SECRET)


def test_one_good_signature_among_others_is_enough(genuine: Received) -> None:
    several = with_header("webhook-signature", lambda old: f"v1,AAAA {old} v2,BBBB")(genuine)
    assert webhooks.unwrap(several.body.decode(), several.headers, SECRET).event == "webhook.test"


@pytest.mark.parametrize("seconds", [-299, 299])
def test_five_minutes_are_tolerated(genuine: Received, seconds: int) -> None:
    received = off(seconds)(genuine)
    assert webhooks.unwrap(received.body, received.headers, SECRET).event == "webhook.test"


def test_an_event_of_tomorrow_is_passed_on(genuine: Received) -> None:
    payload = json.loads(genuine.body) | {"event": "memory.dreamt"}
    received = sign(Received(json.dumps(payload).encode(), genuine.headers))
    event = webhooks.unwrap(received.body, received.headers, SECRET)
    assert isinstance(event, webhooks.UnknownEvent)
    assert event.event == "memory.dreamt"


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"event":"memory.created"}', b"\xff", b"[" * 100_000])
def test_a_signed_body_that_is_no_event_is_refused(genuine: Received, body: bytes) -> None:
    received = sign(Received(body, genuine.headers))
    with pytest.raises(mneme.MnemeError, match="not an event"):
        webhooks.unwrap(received.body, received.headers, SECRET)


def test_headers_come_in_many_forms(genuine: Received) -> None:
    plain = genuine.headers
    for headers in (
        httpx.Headers(plain),
        {name.title(): value for name, value in plain.items()},
        {name: [value] for name, value in plain.items()},
        {name: (value,) for name, value in plain.items()},
        [(name, value) for name, value in plain.items()],
        tuple((name.encode(), value.encode()) for name, value in plain.items()),
        {**plain, "X-Other": ["several", "values"], "x-none": None},
    ):
        assert webhooks.unwrap(genuine.body, headers, SECRET).event == "webhook.test"  # type: ignore[arg-type]
    bodies: list[Any] = [bytearray(genuine.body), memoryview(genuine.body), genuine.body.decode()]
    for body in bodies:
        assert webhooks.unwrap(body, plain, SECRET).event == "webhook.test"


@pytest.mark.parametrize("body", [{"event": "webhook.test"}, ["x"], None, 7])
def test_a_parsed_body_is_refused_as_such(genuine: Received, body: Any) -> None:
    with pytest.raises(TypeError, match="raw_body must be the bytes or the text of the request"):
        webhooks.unwrap(body, genuine.headers, SECRET)


@pytest.mark.parametrize("headers", [None, 7, "webhook-id: x", ["webhook-id"], [("a", "b", "c")], {7: "x"}])
def test_what_are_no_headers_is_refused(genuine: Received, headers: Any) -> None:
    with pytest.raises(TypeError, match="headers must be a mapping"):
        webhooks.unwrap(genuine.body, headers, SECRET)
    numbered: Any = {**genuine.headers, "webhook-timestamp": 1_700_000_000}
    with pytest.raises(TypeError, match="the header webhook-timestamp must be text"):
        webhooks.unwrap(genuine.body, numbered, SECRET)


@pytest.mark.parametrize("secret", [None, b"bytes", 7])
def test_a_missing_secret_is_refused_as_such(genuine: Received, secret: Any) -> None:
    with pytest.raises(TypeError, match="the secret must be a str"):
        webhooks.unwrap(genuine.body, {}, secret)


@pytest.mark.parametrize(("tolerance", "error"), [(None, TypeError), ("5", TypeError), (-1, ValueError)])
def test_a_tolerance_is_a_time(genuine: Received, tolerance: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="tolerance"):
        webhooks.unwrap(genuine.body, genuine.headers, SECRET, tolerance=tolerance)
    with pytest.raises(ValueError, match="tolerance"):
        webhooks.unwrap(genuine.body, genuine.headers, SECRET, tolerance=float("nan"))


def test_an_empty_secret_is_refused(genuine: Received) -> None:
    with pytest.raises(ValueError, match="secret"):
        webhooks.unwrap(genuine.body, genuine.headers, "")
