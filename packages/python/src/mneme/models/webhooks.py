"""Generated from docs/openapi.json by tools/generate_models.py."""

from __future__ import annotations

import datetime as dt

from .base import Model
from .common import Pagination
from .enums import DeliveryStatus, EventName, WebhookStatus


class DeletedWebhook(Model):
    id: str
    """Identifier of the webhook"""
    deleted: bool
    """It is deleted"""


class Delivery(Model):
    id: str
    """Identifier"""
    webhook_id: str
    """Webhook"""
    event_id: str
    """Event. The `webhook-id` header of every attempt"""
    event: str
    """Name of the event, also `webhook.test`"""
    status: DeliveryStatus | str
    """What happened so far"""
    attempts: int
    """Number of attempts so far"""
    status_code: int | None
    """Status of the last attempt. `null`: no answer, or no attempt yet"""
    error: str | None
    """Error of the last attempt. `null`: it succeeded, or there was none yet"""
    next_attempt_at: dt.datetime | None
    """When the next attempt is due. `null`: there is none"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last attempted or canceled"""


class DeliveryAttempt(Model):
    number: int
    """Number of the attempt, from 1"""
    attempted_at: dt.datetime
    """When it was made"""
    status_code: int | None
    """Status that the endpoint answered. `null`: no answer"""
    latency_ms: float
    """Milliseconds until the answer"""
    error: str | None
    """What went wrong. `null`: it succeeded"""
    response: str | None
    """The first 2 KiB of the body that the endpoint answered. `null`: none"""


class DeliveryRequest(Model):
    url: str
    """The current address of the webhook"""
    headers: dict[str, str]
    """Headers, without timestamp and signature"""
    body: str | None
    """Body, exactly as it is signed. `null`: the event is no longer kept"""


class DeliveryDetail(Model):
    id: str
    """Identifier"""
    webhook_id: str
    """Webhook"""
    event_id: str
    """Event. The `webhook-id` header of every attempt"""
    event: str
    """Name of the event, also `webhook.test`"""
    status: DeliveryStatus | str
    """What happened so far"""
    attempts: int
    """Number of attempts so far"""
    status_code: int | None
    """Status of the last attempt. `null`: no answer, or no attempt yet"""
    error: str | None
    """Error of the last attempt. `null`: it succeeded, or there was none yet"""
    next_attempt_at: dt.datetime | None
    """When the next attempt is due. `null`: there is none"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last attempted or canceled"""
    request: DeliveryRequest
    """What every attempt sends"""
    attempt_log: list[DeliveryAttempt]
    """Oldest first"""


class DeliveryPage(Model):
    deliveries: list[Delivery]
    """Newest first"""
    pagination: Pagination
    """Position of the page in the list"""


class RotatedWebhook(Model):
    id: str
    """Identifier"""
    name: str
    """What the webhook is for"""
    url: str
    """Where events are sent"""
    events: list[EventName | str]
    """Events that are sent"""
    status: WebhookStatus | str
    """Whether events are sent"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last changed"""
    last_delivery_at: dt.datetime | None
    """The last attempt, successful or not. `null`: none yet"""
    consecutive_failures: int
    """Failed attempts since the last one that succeeded"""
    disabled_reason: str | None
    """Why the service disabled it. `null`: it did not"""
    previous_secret_until: dt.datetime
    """Until then, deliveries are signed with the previous secret as well"""


class Webhook(Model):
    id: str
    """Identifier"""
    name: str
    """What the webhook is for"""
    url: str
    """Where events are sent"""
    events: list[EventName | str]
    """Events that are sent"""
    status: WebhookStatus | str
    """Whether events are sent"""
    created_at: dt.datetime
    """When it was created"""
    updated_at: dt.datetime
    """When it was last changed"""
    last_delivery_at: dt.datetime | None
    """The last attempt, successful or not. `null`: none yet"""
    consecutive_failures: int
    """Failed attempts since the last one that succeeded"""
    disabled_reason: str | None
    """Why the service disabled it. `null`: it did not"""


class WebhookPage(Model):
    webhooks: list[Webhook]
    """Newest first"""
    pagination: Pagination
    """Position of the page in the list"""


class WebhookTest(Model):
    delivery_id: str
    """Identifier of the delivery"""
    delivered: bool
    """Whether the endpoint answered 2xx in time"""
    status_code: int | None
    """Status that the endpoint answered. `null`: no answer"""
    latency_ms: float
    """Milliseconds until the answer"""
    error: str | None
    """What went wrong. `null`: it was delivered"""
