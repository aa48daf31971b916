import { WarmUp } from '@mneme/platform/warm-up';
import { Module } from '@nestjs/common';
import { AddressPolicy } from './http/address-policy.js';
import { DeliveriesRepository } from './delivery-log/delivery-log.repository.js';
import { DeliveryAttempts } from './delivery/delivery-attempt.service.js';
import { DeliveryDesk } from './delivery/delivery-claims.service.js';
import { DeliveryLanes } from './delivery/delivery-dispatcher.js';
import { DeliveryQueueRepository } from './delivery/delivery-queue.repository.js';
import { DeliveryWakeUp } from './scheduling/delivery-scheduler.js';
import { HostResolver } from './http/host-resolver.js';
import { SecretCipher } from './registration/secret-cipher.js';
import { TargetGuard } from './http/ssrf.guard.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesService } from './delivery-log/webhook-deliveries.service.js';
import { WebhookEvents } from './registration/event-names.validator.js';
import { WebhookFanOut } from './delivery/webhook-fan-out.handler.js';
import { WebhookMetrics } from './delivery/webhook-metrics.js';
import { WebhookSecrets } from './registration/webhook-secrets.js';
import { WebhookSender } from './http/webhook-sender.js';
import { WebhookStateService } from './operations/webhook-stats.service.js';
import { WebhookSystemRepository } from './scheduling/webhook-system.repository.js';
import { WebhookTestService } from './delivery-log/webhook-test.service.js';
import { WebhookUpkeep } from './operations/webhook-maintenance.job.js';
import { WebhookUrlCheck } from './registration/webhook-url.validator.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './registration/webhooks.repository.js';
import { WebhooksService } from './registration/webhooks.service.js';

/** Endpoints that are told of events: registration, fan-out, delivery, log. */
@Module({
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    AddressPolicy,
    DeliveriesRepository,
    DeliveryAttempts,
    DeliveryDesk,
    DeliveryLanes,
    DeliveryQueueRepository,
    DeliveryWakeUp,
    HostResolver,
    SecretCipher,
    TargetGuard,
    WebhookDeliveriesService,
    WebhookEvents,
    WebhookFanOut,
    WebhookMetrics,
    WebhookSecrets,
    WebhookSender,
    WebhookStateService,
    WebhookSystemRepository,
    WebhookTestService,
    WebhookUpkeep,
    WebhookUrlCheck,
    WebhooksRepository,
    WebhooksService,
  ],
  exports: [WebhooksService, WebhookDeliveriesService, WebhookStateService],
})
export class WebhooksModule {
  constructor(warmUp: WarmUp) {
    const webhooks = { url: '/api/v1/webhooks', scope: 'write:webhooks' };
    warmUp.addRequests('webhooks', (tenantId) => [
      { ...webhooks, method: 'GET', url: `${webhooks.url}?tenantId=${tenantId}` },
      { ...webhooks, method: 'POST', body: { tenantId, url: 'none', events: [] } },
    ]);
  }
}
