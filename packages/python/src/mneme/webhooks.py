"""Verifies what a webhook received, and reads it as an event."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter
from pydantic import ValidationError as InvalidModel

from . import _checks
from .errors import MnemeError
from .models import (
    ApiKeyCreatedEvent,
    ApiKeyRevokedEvent,
    EventMetadata,
    MemoryCreatedEvent,
    MemoryDeletedEvent,
    MemoryUpdatedEvent,
    SearchPerformedEvent,
    WebhookTestEvent,
)
from .models.base import Model

TOLERANCE_SECONDS = 300


class UnknownEvent(Model):
    """An event that a newer service sends and this release does not know."""

    event: str
    data: dict[str, Any]
    metadata: EventMetadata


KnownEvent: TypeAlias = (
    MemoryCreatedEvent
    | MemoryUpdatedEvent
    | MemoryDeletedEvent
    | SearchPerformedEvent
    | ApiKeyCreatedEvent
    | ApiKeyRevokedEvent
    | WebhookTestEvent
)
Event: TypeAlias = KnownEvent | UnknownEvent

_KNOWN: TypeAdapter[KnownEvent] = TypeAdapter(Annotated[KnownEvent, Field(discriminator="event")])
_NAMES = {
    "memory.created",
    "memory.updated",
    "memory.deleted",
    "search.performed",
    "api_key.created",
    "api_key.revoked",
    "webhook.test",
}


class WebhookVerificationError(MnemeError):
    """The request was not signed with the secret, or not within the last five minutes: answer 400."""


def unwrap(
    raw_body: bytes | str,
    headers: Mapping[str, str | Sequence[str]] | Iterable[tuple[str | bytes, str | bytes]],
    secret: str,
    *,
    tolerance: float = TOLERANCE_SECONDS,
) -> Event:
    """Verifies the signature over the body as it was received, then reads the event.

    Pass the raw body: JSON that was parsed and written again has another signature. `headers` is a mapping or pairs, in
    any case of letters; each of the three must occur once.
    """
    body = _bytes(raw_body)
    key = signing_key(secret)
    _checks.seconds("tolerance", tolerance, zero=True)
    pairs = _pairs(headers)
    message_id, timestamp, signatures = (
        _header(pairs, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _check_time(timestamp, tolerance)
    signed = f"{message_id}.{timestamp}.".encode("utf-8", "surrogatepass") + body
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    # Each entry is compared, so that the time does not depend on which one matches.
    matches = [hmac.compare_digest(_signature(entry), expected) for entry in signatures.split(" ")]
    if not any(matches):
        raise WebhookVerificationError("no signature matches the secret and the body")
    return _event(body)


def signing_key(secret: str) -> bytes:
    """The bytes that the service signs with: of `whsec_…` the decoded ones, otherwise the text itself."""
    if not isinstance(secret, str):
        raise TypeError(f"the secret must be a str, not {type(secret).__name__}: is the variable that holds it set?")
    if not secret:
        raise ValueError("the secret is empty")
    encoded = re.fullmatch(r"whsec_([A-Za-z0-9+/]{32,86})={0,2}", secret)
    if encoded and len(encoded[1]) % 4 != 1:
        key = base64.b64decode(encoded[1] + "=" * (-len(encoded[1]) % 4))
        if base64.b64encode(key).decode().startswith(encoded[1]):
            return key
    return secret.encode()


def _bytes(raw_body: object) -> bytes:
    if isinstance(raw_body, str):
        return raw_body.encode("utf-8", "surrogatepass")
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    raise TypeError("raw_body must be the bytes or the text of the request, not what a JSON parser made of it")


def _pairs(headers: object) -> list[tuple[str, object]]:
    """Names in small letters with their values. A list of values is one pair for each."""
    items: Any = headers.items() if hasattr(headers, "items") else headers
    pairs: list[tuple[str, object]] = []
    try:
        for name, value in items:
            several = list(value) if isinstance(value, (list, tuple)) else [value]
            pairs += [(_text(name).lower(), each) for each in several if each is not None]
    except (TypeError, ValueError, AttributeError) as error:
        raise TypeError("headers must be a mapping of names to values, or pairs of a name and a value") from error
    return pairs


def _text(value: Any) -> str:
    # ASGI has the bytes.
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _header(pairs: list[tuple[str, object]], name: str) -> str:
    found = [_text(value) for each, value in pairs if each == name]
    if not all(isinstance(value, str) for value in found):
        raise TypeError(f"the header {name} must be text")
    if len(found) > 1:
        raise WebhookVerificationError(f"the header {name} must occur once")
    if not found or not found[0]:
        raise WebhookVerificationError(f"the header {name} is missing")
    return found[0]


def _check_time(timestamp: str, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("webhook-timestamp is not a Unix time in seconds")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError(f"webhook-timestamp is more than {tolerance:g} s off")


def _signature(entry: str) -> bytes:
    version, _, encoded = entry.partition(",")
    if version != "v1":
        return b""
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _event(body: bytes) -> Event:
    try:
        payload = json.loads(body)
        if payload["event"] in _NAMES:
            return _KNOWN.validate_python(payload)
        return UnknownEvent.model_validate(payload)
    except (ValueError, TypeError, LookupError, RecursionError, InvalidModel) as error:
        raise WebhookVerificationError(f"the signed body is not an event: {error}") from error
