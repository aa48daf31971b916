"""Exceptions, one class for each kind of error that a caller can react to."""

from __future__ import annotations

import datetime as dt
import email.utils
import json
from collections.abc import Mapping, Sequence
from typing import Any

import httpx
from pydantic import ValidationError as InvalidModel

from .models import ErrorItem, ImportResult


class MnemeError(Exception):
    """Base of every exception of this package."""

    request_id: str | None = None
    """`X-Request-Id` of the request: the service logs it as `reqId`."""
    status: int | None = None
    """HTTP status, if a response arrived."""
    code: str | None = None
    """Error code of the service, if the response has one."""
    imported: ImportResult | None = None
    """If an import failed: the total of the batches before. The batch that failed may be stored as well."""


class APIConnectionError(MnemeError):
    """No complete response arrived. The request may have been carried out."""

    def __init__(self, message: str, request_id: str | None = None) -> None:
        super().__init__(message)
        self.request_id = request_id


class APITimeoutError(APIConnectionError):
    """No complete response arrived in time. The request may have been carried out."""


class APIError(MnemeError):
    """The service, or a proxy in front of it, answered with an error."""

    status: int
    errors: Sequence[ErrorItem]
    """All errors of the request, each with `code`, `message` and, if one field is at fault, `field`."""
    headers: Mapping[str, str]

    def __init__(
        self, status: int, errors: Sequence[ErrorItem], headers: Mapping[str, str], request_id: str | None = None
    ) -> None:
        self.status, self.errors, self.headers = status, tuple(errors), headers
        self.code = (errors[0].code or None) if errors else None
        self.request_id = request_id
        super().__init__(self._summary())

    @property
    def message(self) -> str:
        """The messages of all errors."""
        return "; ".join(error.message for error in self.errors) or f"the response has status {self.status}"

    def _summary(self) -> str:
        return " ".join(filter(None, [str(self.status), self.code])) + f": {self.message} (request {self.request_id})"


class ValidationError(APIError):
    """400: a field is missing, invalid, out of bounds or unknown. `errors[i].field` names each."""


class AuthenticationError(APIError):
    """401: the credential is missing, malformed, unknown, expired or revoked."""


class QuotaError(APIError):
    """402: the plan's calls, memories or bytes would be exceeded."""


class ScopeError(APIError):
    """403: the credential lacks the scope."""


class TenantMismatchError(APIError):
    """403: the tenant of the client is not the tenant of the credential."""


class NotFoundError(APIError):
    """404: there is no such record in the tenant."""


class ConflictError(APIError):
    """409: the record exists already, or the first request with this Idempotency-Key is still in progress."""


class PreconditionFailedError(APIError):
    """412: the memory is no longer the version that `if_match` names."""


class PayloadTooLargeError(APIError):
    """413: the body is too large."""


class UnsupportedMediaTypeError(APIError):
    """415: the service does not take this type of body."""


class RateLimitError(APIError):
    """429: too many requests."""

    @property
    def retry_after(self) -> float | None:
        """Seconds to wait."""
        return retry_after(self.headers)


class ServiceError(APIError):
    """5xx: the service, or something it needs, failed. Also a response that is not one of the service."""


CLASSES: Mapping[str, type[APIError]] = {
    "VALIDATION_ERROR": ValidationError,
    "AUTH_REQUIRED": AuthenticationError,
    "AUTH_INVALID": AuthenticationError,
    "INSUFFICIENT_QUOTA": QuotaError,
    "INSUFFICIENT_SCOPE": ScopeError,
    "TENANT_MISMATCH": TenantMismatchError,
    "RESOURCE_NOT_FOUND": NotFoundError,
    "DUPLICATE_RESOURCE": ConflictError,
    "PRECONDITION_FAILED": PreconditionFailedError,
    "PAYLOAD_TOO_LARGE": PayloadTooLargeError,
    "UNSUPPORTED_MEDIA_TYPE": UnsupportedMediaTypeError,
    "RATE_LIMIT_EXCEEDED": RateLimitError,
    "CLIENT_CLOSED_REQUEST": ServiceError,
    "DATABASE_ERROR": ServiceError,
    "INTERNAL_ERROR": ServiceError,
    "EXTERNAL_SERVICE_ERROR": ServiceError,
    "SERVICE_UNAVAILABLE": ServiceError,
}
# For a response without a known code, such as one of a proxy.
STATUSES: Mapping[int, type[APIError]] = {
    400: ValidationError,
    401: AuthenticationError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    413: PayloadTooLargeError,
    415: UnsupportedMediaTypeError,
    429: RateLimitError,
}


def error_of(status: int, headers: Mapping[str, str], content: bytes, request_id: str | None) -> APIError:
    """The exception for a response."""
    errors = _items(content)
    default = STATUSES.get(status, ServiceError if status >= 500 or status < 400 else APIError)
    return CLASSES.get(errors[0].code if errors else "", default)(status, errors, headers, request_id)


def unexpected(reply: httpx.Response, message: str, request_id: str | None) -> ServiceError:
    """The exception for a response that is not the one that the API describes."""
    return ServiceError(reply.status_code, [ErrorItem(code="", message=message)], reply.headers, request_id)


def _items(content: bytes) -> list[ErrorItem]:
    try:
        envelope: Any = json.loads(content)
        return [ErrorItem.model_validate(item) for item in envelope["errors"]]
    except (ValueError, TypeError, LookupError, RecursionError, InvalidModel):
        return []


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from `Retry-After` (a number or a date) or `X-RateLimit-Retry-After`."""
    value = headers.get("retry-after") or headers.get("x-ratelimit-retry-after")
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (moment - dt.datetime.now(moment.tzinfo or dt.timezone.utc)).total_seconds())
