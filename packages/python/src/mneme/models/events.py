"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import Field

from .base import Model
from .enums import MemoryType
from .keys import ApiKey


class EventMetadata(Model):
    request_id: str = Field(alias="request_id")
    """The request that made the change"""
    timestamp: dt.datetime
    """When the event was recorded"""
    version: Literal["v1"] | str
    """Version of the payload"""
    sequence: int
    """Grows with each change of the resource. To keep the latest state, keep the highest"""


class ApiKeyCreatedEvent(Model):
    """An API key was created. The event contains no secret."""

    event: Literal["api_key.created"]
    """Name of the event"""
    data: ApiKey
    """What it is about"""
    metadata: EventMetadata
    """About the event"""


class ApiKeyRevokedEvent(Model):
    """An API key was revoked. The event contains no secret."""

    event: Literal["api_key.revoked"]
    """Name of the event"""
    data: ApiKey
    """What it is about"""
    metadata: EventMetadata
    """About the event"""


class DeletedMemoryEventData(Model):
    id: str
    """Identifier of the memory"""
    tenant_id: str
    """Tenant that it belonged to"""
    deleted_at: dt.datetime
    """When it was deleted"""
    reason: Literal["expired"] | str | None = None
    """Only if the memory expired"""


class MemoryEventData(Model):
    id: str
    """Identifier of the memory"""
    content: str
    """The text"""
    type: MemoryType | str
    """Kind of the memory"""
    tenant_id: str
    """Tenant that it belongs to"""
    importance: float
    """How much it matters"""
    tags: list[str]
    """Labels"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last changed"""


class MemoryCreatedEvent(Model):
    """A memory was created."""

    event: Literal["memory.created"]
    """Name of the event"""
    data: MemoryEventData
    """What it is about"""
    metadata: EventMetadata
    """About the event"""


class MemoryDeletedEvent(Model):
    """A memory was deleted, or it expired."""

    event: Literal["memory.deleted"]
    """Name of the event"""
    data: DeletedMemoryEventData
    """What it is about"""
    metadata: EventMetadata
    """About the event"""


class MemoryUpdatedEvent(Model):
    """A memory was changed."""

    event: Literal["memory.updated"]
    """Name of the event"""
    data: MemoryEventData
    """What it is about"""
    metadata: EventMetadata
    """About the event"""


class SearchEventData(Model):
    tenant_id: str
    """Tenant that was searched"""
    query: str
    """The query"""
    result_count: int
    """Number of results"""
    latency: float
    """Milliseconds that the search took"""


class SearchPerformedEvent(Model):
    """A search was answered. This event is best effort: it can be lost in a crash."""

    event: Literal["search.performed"]
    """Name of the event"""
    data: SearchEventData
    """What it is about"""
    metadata: EventMetadata
    """About the event"""


class WebhookTestEventData(Model):
    webhook_id: str
    """The webhook"""
    name: str
    """Its name"""
    tenant_id: str
    """Tenant that it belongs to"""


class WebhookTestEvent(Model):
    """`POST /webhooks/{id}/test` was called."""

    event: Literal["webhook.test"]
    """Name of the event"""
    data: WebhookTestEventData
    """What it is about"""
    metadata: EventMetadata
    """About the event"""
