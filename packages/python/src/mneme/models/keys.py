"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt

from .base import Model
from .common import Pagination
from .enums import ApiKeyStatus, Environment, Scope


class RateLimit(Model):
    requests_per_minute: int
    """Requests a minute"""
    requests_per_hour: int
    """Requests an hour"""
    requests_per_day: int
    """Requests a day"""


class ApiKey(Model):
    id: str
    """Identifier"""
    name: str
    """What the key is for"""
    key_prefix: str
    """How the key starts"""
    environment: Environment | str
    """What the key is used for"""
    scopes: list[Scope | str]
    """What the key can do"""
    rate_limit: RateLimit
    """How often the key can be used"""
    status: ApiKeyStatus | str
    """Whether the key works"""
    created_at: dt.datetime
    """When it was created"""
    expires_at: dt.datetime | None
    """When it expires. `null`: never"""
    last_used_at: dt.datetime | None
    """When it was last used, up to a minute late. `null`: not yet"""
    revoked_at: dt.datetime | None
    """When it was revoked. `null`: not revoked"""


class ApiKeyPage(Model):
    api_keys: list[ApiKey]
    """Newest first"""
    pagination: Pagination
    """Position of the page in the list"""


class CallTotals(Model):
    requests: int
    """Number of requests"""
    errors: int
    """Those with a status of 400 or more"""


class DailyCalls(Model):
    requests: int
    """Number of requests"""
    errors: int
    """Those with a status of 400 or more"""
    date: dt.date
    """UTC day"""


class ApiKeyUsage(Model):
    key_id: str
    """Identifier of the key"""
    days: int
    """Number of UTC days, including today"""
    totals: CallTotals
    """The sum of these days"""
    daily: list[DailyCalls]
    """One entry for each UTC day, oldest first"""
    last_used_at: dt.datetime | None
    """When the key was last used, up to a minute late. `null`: not yet"""


class CreatedApiKey(Model):
    id: str
    """Identifier"""
    name: str
    """What the key is for"""
    key_prefix: str
    """How the key starts"""
    environment: Environment | str
    """What the key is used for"""
    scopes: list[Scope | str]
    """What the key can do"""
    rate_limit: RateLimit
    """How often the key can be used"""
    status: ApiKeyStatus | str
    """Whether the key works"""
    created_at: dt.datetime
    """When it was created"""
    expires_at: dt.datetime | None
    """When it expires. `null`: never"""
    last_used_at: dt.datetime | None
    """When it was last used, up to a minute late. `null`: not yet"""
    revoked_at: dt.datetime | None
    """When it was revoked. `null`: not revoked"""
    plain_key: str | None
    """The key itself. Only this response contains it. `null` if the request repeats an earlier one by its
    Idempotency-Key"""


class RotatedApiKey(Model):
    id: str
    """Identifier"""
    name: str
    """What the key is for"""
    key_prefix: str
    """How the key starts"""
    environment: Environment | str
    """What the key is used for"""
    scopes: list[Scope | str]
    """What the key can do"""
    rate_limit: RateLimit
    """How often the key can be used"""
    status: ApiKeyStatus | str
    """Whether the key works"""
    created_at: dt.datetime
    """When it was created"""
    expires_at: dt.datetime | None
    """When it expires. `null`: never"""
    last_used_at: dt.datetime | None
    """When it was last used, up to a minute late. `null`: not yet"""
    revoked_at: dt.datetime | None
    """When it was revoked. `null`: not revoked"""
    plain_key: str | None
    """The key itself. Only this response contains it. `null` if the request repeats an earlier one by its
    Idempotency-Key"""
    previous: ApiKey
    """The old key, with its new expiry"""
