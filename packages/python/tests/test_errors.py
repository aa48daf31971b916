"""Each error of the service is its exception."""

from __future__ import annotations

import uuid

import httpx
import pytest
from conftest import client_of
from support.service import TENANT, Service, free_port

import mneme
from mneme import Mneme, Options, errors
from mneme.errors import error_of


def test_a_validation_error_names_every_field(api: Mneme) -> None:
    with pytest.raises(mneme.ValidationError) as caught:
        api.memories.create(content="", type="dream", tags=["ok", "x" * 65])  # type: ignore[arg-type]
    error = caught.value
    assert [item.field for item in error.errors] == ["content", "type", "tags[1]"]
    assert (error.status, error.code) == (400, "VALIDATION_ERROR")
    assert error.errors[0].message in str(error)
    assert error.request_id == error.headers["x-request-id"]
    assert error.request_id in str(error)


def test_a_lone_surrogate_is_refused_by_the_service_by_its_field(api: Mneme) -> None:
    with pytest.raises(mneme.ValidationError) as caught:
        api.memories.create(content="a\ud800b", type="task")
    assert caught.value.errors[0].field == "content"


def test_a_number_without_json_never_leaves(api: Mneme) -> None:
    with pytest.raises(ValueError, match="JSON"):
        api.memories.create(content="x", type="task", metadata={"a": float("nan")})


def test_a_wrong_key_is_an_authentication_error(service: Service, mode: str) -> None:
    with client_of(mode, service.url, "mneme_dev_wrong") as client, pytest.raises(mneme.AuthenticationError) as caught:
        client.memories.count()
    assert (caught.value.status, caught.value.code) == (401, "AUTH_INVALID")


def test_another_tenant_is_a_mismatch(service: Service) -> None:
    with Mneme(service.key, "another", service.url) as client, pytest.raises(mneme.TenantMismatchError) as caught:
        client.memories.count()
    assert (caught.value.status, caught.value.code) == (403, "TENANT_MISMATCH")


def test_a_name_that_is_taken_is_a_conflict_and_is_not_retried(api: Mneme) -> None:
    external_id = uuid.uuid4().hex
    api.memories.create(content="one", type="task", external_id=external_id)
    with pytest.raises(mneme.ConflictError) as caught:
        api.memories.create(content="two", type="task", external_id=external_id)
    assert caught.value.code == "DUPLICATE_RESOURCE"


@pytest.mark.parametrize("version", [2, '"v2"'])
def test_a_version_that_is_gone_is_a_failed_precondition(api: Mneme, version: int | str) -> None:
    created = api.memories.create(content="one", type="task")
    with pytest.raises(mneme.PreconditionFailedError):
        api.memories.update(created.id, content="two", if_match=version)
    with pytest.raises(mneme.PreconditionFailedError):
        api.memories.delete(created.id, if_match=version)
    assert api.memories.update(created.id, content="two", if_match=1).content == "two"


def test_a_body_over_a_mebibyte_is_too_large(api: Mneme) -> None:
    # The service answers before it has read the body: on a busy machine the connection can end before the answer
    # is read.
    patient = api.with_options(max_retries=10)
    with pytest.raises(mneme.PayloadTooLargeError):
        patient.memories.create_many([{"content": "x" * 10_000, "type": "task"}] * 120)


def test_a_key_used_for_another_request_is_a_validation_error(api: Mneme) -> None:
    key = uuid.uuid4().hex
    api.memories.create(content="one", type="task", idempotency_key=key)
    with pytest.raises(mneme.ValidationError) as caught:
        api.memories.create(content="two", type="task", idempotency_key=key)
    assert caught.value.errors[0].field == "Idempotency-Key"


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_no_service_is_a_connection_error_with_the_request_id(mode: str) -> None:
    options = Options(initial_backoff=0.01)
    nowhere = f"http://127.0.0.1:{free_port()}"
    with client_of(mode, nowhere, "key", options) as client, pytest.raises(mneme.APIConnectionError) as caught:
        client.memories.count()
    assert "memories.count got no response in 3 tries" in str(caught.value)
    assert caught.value.request_id is not None
    assert (caught.value.status, caught.value.code) == (None, None)


CODES = [
    (400, "VALIDATION_ERROR", mneme.ValidationError),
    (401, "AUTH_REQUIRED", mneme.AuthenticationError),
    (401, "AUTH_INVALID", mneme.AuthenticationError),
    (402, "INSUFFICIENT_QUOTA", mneme.QuotaError),
    (403, "INSUFFICIENT_SCOPE", mneme.ScopeError),
    (403, "TENANT_MISMATCH", mneme.TenantMismatchError),
    (404, "RESOURCE_NOT_FOUND", mneme.NotFoundError),
    (409, "DUPLICATE_RESOURCE", mneme.ConflictError),
    (412, "PRECONDITION_FAILED", mneme.PreconditionFailedError),
    (413, "PAYLOAD_TOO_LARGE", mneme.PayloadTooLargeError),
    (415, "UNSUPPORTED_MEDIA_TYPE", mneme.UnsupportedMediaTypeError),
    (429, "RATE_LIMIT_EXCEEDED", mneme.RateLimitError),
    (431, "VALIDATION_ERROR", mneme.ValidationError),
    (500, "DATABASE_ERROR", mneme.ServiceError),
    (500, "INTERNAL_ERROR", mneme.ServiceError),
    (502, "EXTERNAL_SERVICE_ERROR", mneme.ServiceError),
    (503, "SERVICE_UNAVAILABLE", mneme.ServiceError),
    (500, "A_NEW_CODE", mneme.ServiceError),
    (418, "A_NEW_CODE", mneme.APIError),
]


@pytest.mark.parametrize(("status", "code", "kind"), CODES)
def test_each_code_has_its_exception(status: int, code: str, kind: type[mneme.APIError]) -> None:
    content = b'{"success":false,"errors":[{"code":"%s","message":"m"}],"metadata":{}}' % code.encode()
    error = error_of(status, httpx.Headers(), content, "req_1")
    assert type(error) is kind
    assert (error.status, error.code, error.request_id) == (status, code, "req_1")


@pytest.mark.parametrize("content", [b"", b"<html>", b"[]", b"{}", b'{"errors":7}', b'{"errors":[{"code":1}]}'])
def test_a_page_of_a_proxy_is_an_error_by_its_status(content: bytes) -> None:
    error = error_of(502, httpx.Headers(), content, None)
    assert type(error) is mneme.ServiceError
    assert (error.code, list(error.errors)) == (None, [])


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"X-RateLimit-Retry-After": "3"}, 3.0),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after_is_read_in_each_form(headers: dict[str, str], seconds: float | None) -> None:
    error = error_of(429, httpx.Headers(headers), b"", None)
    assert isinstance(error, mneme.RateLimitError)
    assert error.retry_after == seconds


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MNEME_API_KEY", "MNEME_TENANT", "MNEME_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(mneme.MnemeError, match="MNEME_API_KEY"):
        Mneme()
    with pytest.raises(mneme.MnemeError, match="MNEME_TENANT"):
        Mneme("key")


def test_the_environment_is_read_and_the_key_is_not_shown(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEME_API_KEY", service.key + "\n")
    monkeypatch.setenv("MNEME_TENANT", TENANT)
    monkeypatch.setenv("MNEME_URL", service.url + "/")
    with Mneme() as client:
        assert client.memories.count().count > 0
        assert service.key.strip() not in repr(client) + repr(client._engine.settings)


def test_every_class_is_exported() -> None:
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, mneme.MnemeError)}
    assert {kind.__name__ for kind in kinds} <= set(mneme.__all__)
