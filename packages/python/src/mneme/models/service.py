"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from .base import Model
from .enums import JobStatus


class CallUsage(Model):
    today: int
    """Charged calls of this UTC day"""
    this_month: int
    """Charged calls of this UTC month"""
    limit: int
    """Calls a month that the plan allows"""


class Dependency(Model):
    name: Literal["database", "model", "redis", "vector index"] | str
    """What it is. `redis` only if it is configured"""
    status: Literal["up", "down"] | str
    """Whether it answers"""
    latency_ms: float
    """Milliseconds of the last check"""


class Job(Model):
    id: str
    """Identifier"""
    kind: Literal["memories.delete"] | str
    """What it does"""
    status: JobStatus | str
    """How far it is"""
    matched: int
    """Number of memories that matched the filter at the time of the request"""
    deleted: int
    """Number of memories deleted so far"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it last deleted something, or ended"""
    error: str | None = None
    """Why it failed"""


class Liveness(Model):
    status: Literal["ok"] | str
    """The process answers"""


class MemoryUsage(Model):
    count: int
    """Stored memories"""
    limit: int
    """Memories that the plan allows"""


class Readiness(Model):
    status: Literal["ok", "degraded"] | str
    """The service is ready in both cases. `degraded`: not everything works"""
    degraded: list[str]
    """Dependencies that do not answer, and features that work without them"""
    dependencies: list[Dependency]
    """What the service needs"""


class ServiceAddresses(Model):
    name: str
    """Name of the service"""
    version: str
    """Release"""
    docs: str
    """API reference"""
    openapi: str
    """OpenAPI document"""
    api: str
    """Start of the paths of the API"""


class ServiceToken(Model):
    token: str
    """The token. Send it as `Authorization: Bearer <token>`"""
    token_type: Literal["Bearer"] | str
    """How to send it"""
    expires_at: dt.datetime
    """When it expires: in an hour, or with the credential"""
    tenant_id: str
    """Its tenant"""


class StorageUsage(Model):
    used: int
    """Bytes of content, tags and metadata"""
    limit: int
    """Bytes that the plan allows"""


class TenantErasure(Model):
    job_id: str
    """Identifier of the erasure"""
    status: Literal["running", "completed"] | str
    """Whether it has ended"""
    started_at: dt.datetime
    """When it began"""


class UsageMetrics(Model):
    api_calls: CallUsage
    """API calls"""
    memories: MemoryUsage
    """Memories"""
    storage: StorageUsage
    """Storage"""
