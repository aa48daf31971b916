"""What Schemathesis has to know about Mneme beyond its document. Loaded by fuzz.mjs."""

from __future__ import annotations

import json
import os
import re
import uuid
from typing import Any

import schemathesis
from schemathesis.core.failures import Failure

NDJSON = "application/x-ndjson"
IDEMPOTENCY_KEY = "Idempotency-Key"

# Keys that the run itself uses; it must not revoke or rotate them.
OWN_KEYS = set(os.environ["FUZZ_OWN_KEYS"].split(","))
# What the key of this run may do.
SCOPES = set(os.environ["FUZZ_SCOPES"].split(","))

# Rules that a request can break although it has the form that the document asks for: the document says each in words,
# and JSON Schema has no word for it. A refusal by these rules alone is no failure. Each has its reason.
BEYOND_THE_SCHEMA = re.compile(
    "|".join(
        (
            "cursor must be the nextCursor of",  # opaque: only the service makes them
            "cannot be given beside cursor",  # parameters that exclude each other
            "page must begin within",  # depends on limit
            "must be a day that the calendar has",  # 30 February
            "must lie in the years 1 to 9999",
            "must be in the future",
            "must not be in the future",
            "must not be later than",  # of two dates
            "must be an ISO 8601 date or date and time, or a Unix time",  # many forms, as texts and as numbers
            "must be the name of a time zone",  # the IANA database
            "numbers beyond 2\\^53 lose digits",  # at any depth, as the next two
            "is a reserved key",
            "NUL character",
            "address not allowed",  # where a name leads, at the time of the request
            "the key is revoked",  # by an earlier request
            "type cannot change",  # of the memory that an earlier request made
            "must hold one entity tag",  # Schemathesis has numbers for If-Match in requests that it calls valid
        )
    )
)


@schemathesis.serializer(NDJSON)
def to_ndjson(ctx: schemathesis.SerializationContext, value: Any) -> bytes:
    """A text is the body as it is."""
    return (value if isinstance(value, str) else json.dumps(value)).encode("utf-8", "surrogatepass")


@schemathesis.hook
def before_call(ctx: schemathesis.HookContext, case: schemathesis.Case, kwargs: dict[str, Any]) -> None:
    """A key of its own for each request, as a client makes it. The example of the document can be used once only."""
    if case.headers and IDEMPOTENCY_KEY in case.headers and case.meta and case.meta.generation.mode.is_positive:
        case.headers[IDEMPOTENCY_KEY] = str(uuid.uuid4())


@schemathesis.hook
def filter_case(ctx: schemathesis.HookContext, case: schemathesis.Case) -> bool:
    """Not the keys that the run itself has."""
    key = case.body.get("keyId") if isinstance(case.body, dict) else None
    return not (isinstance(key, str) and key in OWN_KEYS)


@schemathesis.hook
def filter_failure(
    ctx: schemathesis.HookContext, failure: Failure, case: schemathesis.Case, response: schemathesis.Response
) -> bool:
    """False where a valid request was refused by rules that the document can say in words only."""
    if "positive_data_acceptance" in failure.checks:
        return not _refused_beyond_schema(response)
    # Whatever is sent as NDJSON is text. The response says which of its lines are no records.
    return not ("negative_data_rejection" in failure.checks and case.media_type == NDJSON)


def _refused_beyond_schema(response: schemathesis.Response) -> bool:
    if response.status_code != 400:
        return False
    errors = response.json().get("errors", [])
    return bool(errors) and all(BEYOND_THE_SCHEMA.search(error["message"]) for error in errors)


@schemathesis.check
def scope_is_required(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case
) -> None:
    """A key that lacks the scope of an operation gets nothing from it."""
    scope = case.operation.definition.raw.get("x-required-scope")
    lacks_it = scope not in (None, "*") and scope not in SCOPES  # `*`: any credential
    assert not (lacks_it and response.status_code < 300), f"a key without {scope} got {response.status_code}"
