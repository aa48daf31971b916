"""Webhooks and their deliveries."""

from __future__ import annotations

from collections.abc import Sequence

from .. import webhooks
from .._calls import Call, Listing
from .._modes import ListOperation, Mode, Operation, Resource
from .._wire import conditions, given, many, segment
from ..models import (
    DeletedWebhook,
    Delivery,
    DeliveryDetail,
    DeliveryPage,
    DeliveryStatus,
    EventName,
    RotatedWebhook,
    Webhook,
    WebhookPage,
    WebhookStatus,
    WebhookTest,
)

PATH = "/api/v1/webhooks"


class Webhooks(Resource[Mode]):
    """Register, change, test and delete webhooks."""

    unwrap = staticmethod(webhooks.unwrap)

    @property
    def deliveries(self) -> WebhookDeliveries[Mode]:
        """What was sent to a webhook."""
        return WebhookDeliveries(self._engine, self._whole)

    @Operation
    def create(
        self,
        *,
        name: str,
        url: str,
        events: Sequence[EventName],
        secret: str,
        status: WebhookStatus | None = None,
        idempotency_key: str | None = None,
    ) -> Call[Webhook]:
        """Registers an endpoint for events."""
        body = given(name=name, url=url, events=many(events), secret=secret, status=status)
        headers = conditions(idempotency_key)
        return Call("webhooks.create", "POST", PATH, Webhook, body=body, tenant="body", headers=headers, keyed=True)

    @ListOperation
    def list(self, *, page: int | None = None, limit: int | None = None) -> Listing[Webhook, WebhookPage]:
        """Lists the webhooks, newest first."""
        query = given(page=page, limit=limit)
        return Listing(Call("webhooks.list", "GET", PATH, WebhookPage, query=query), lambda found: found.webhooks)

    @Operation
    def get(self, id: str) -> Call[Webhook]:
        """The webhook."""
        return Call("webhooks.get", "GET", f"{PATH}/{segment(id)}", Webhook)

    @Operation
    def update(
        self,
        id: str,
        *,
        name: str | None = None,
        url: str | None = None,
        events: Sequence[EventName] | None = None,
        secret: str | None = None,
        status: WebhookStatus | None = None,
    ) -> Call[Webhook]:
        """Changes a webhook. `status="active"` enables it again."""
        body = given(name=name, url=url, events=many(events), secret=secret, status=status)
        return Call("webhooks.update", "PATCH", f"{PATH}/{segment(id)}", Webhook, body=body, tenant="body")

    @Operation
    def delete(self, id: str) -> Call[DeletedWebhook]:
        """Deletes a webhook and its log."""
        return Call("webhooks.delete", "DELETE", f"{PATH}/{segment(id)}", DeletedWebhook)

    @Operation
    def test(self, id: str) -> Call[WebhookTest]:
        """Sends a test event and reports how the endpoint answered."""
        path = f"{PATH}/{segment(id)}/test"
        return Call("webhooks.test", "POST", path, WebhookTest, body={}, tenant="body", repeatable=False)

    @Operation
    def rotate_secret(self, id: str, *, secret: str) -> Call[RotatedWebhook]:
        """Replaces the secret. For 24 hours, deliveries are signed with both."""
        path, body = f"{PATH}/{segment(id)}/rotate-secret", given(secret=secret)
        # Sent twice, the new secret would also be the previous one, and the one in use would be lost.
        return Call("webhooks.rotateSecret", "POST", path, RotatedWebhook, body=body, tenant="body", repeatable=False)


class WebhookDeliveries(Resource[Mode]):
    """The log of a webhook."""

    @ListOperation
    def list(
        self,
        id: str,
        *,
        status: DeliveryStatus | None = None,
        page: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Listing[Delivery, DeliveryPage]:
        """Lists the deliveries to a webhook, newest first."""
        query = given(status=status, page=page, limit=limit, cursor=cursor)
        call = Call("webhooks.deliveries.list", "GET", f"{PATH}/{segment(id)}/deliveries", DeliveryPage, query=query)
        return Listing(call, lambda found: found.deliveries)

    @Operation
    def get(self, id: str, delivery_id: str) -> Call[DeliveryDetail]:
        """A delivery with its request and its attempts."""
        path = f"{PATH}/{segment(id)}/deliveries/{segment(delivery_id, 'delivery_id')}"
        return Call("webhooks.deliveries.get", "GET", path, DeliveryDetail)

    @Operation
    def redeliver(self, id: str, delivery_id: str) -> Call[Delivery]:
        """Makes one more attempt, now."""
        path = f"{PATH}/{segment(id)}/deliveries/{segment(delivery_id, 'delivery_id')}/redeliver"
        return Call("webhooks.deliveries.redeliver", "POST", path, Delivery, body={}, tenant="body", repeatable=False)
