"""Client of Mneme, the memory service for assistants and agents."""

from . import inputs, models, webhooks
from ._attempts import Options
from ._calls import RateLimitState, Response
from ._client import AsyncMneme, Mneme
from ._version import VERSION as __version__
from ._wire import OMIT
from .errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    ConflictError,
    MnemeError,
    NotFoundError,
    PayloadTooLargeError,
    PreconditionFailedError,
    QuotaError,
    RateLimitError,
    ScopeError,
    ServiceError,
    TenantMismatchError,
    UnsupportedMediaTypeError,
    ValidationError,
)
from .webhooks import WebhookVerificationError

__all__ = [
    "OMIT",
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AsyncMneme",
    "AuthenticationError",
    "ConflictError",
    "Mneme",
    "MnemeError",
    "NotFoundError",
    "Options",
    "PayloadTooLargeError",
    "PreconditionFailedError",
    "QuotaError",
    "RateLimitError",
    "RateLimitState",
    "Response",
    "ScopeError",
    "ServiceError",
    "TenantMismatchError",
    "UnsupportedMediaTypeError",
    "ValidationError",
    "WebhookVerificationError",
    "__version__",
    "inputs",
    "models",
    "webhooks",
]
