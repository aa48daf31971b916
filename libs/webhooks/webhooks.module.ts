import { WarmUp } from '@mneme/platform';
import { Module } from '@nestjs/common';
import { AddressPolicy } from './address-policy.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryAttempts } from './delivery-attempts.js';
import { DeliveryDesk } from './delivery-desk.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';
import { DeliveryWakeUp } from './delivery-wake-up.js';
import { HostResolver } from './host-resolver.js';
import { SecretCipher } from './secret-cipher.js';
import { TargetGuard } from './target-guard.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookEvents } from './webhook-events.js';
import { WebhookFanOut } from './webhook-fan-out.handler.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookStateService } from './webhook-state.service.js';
import { WebhookSystemRepository } from './webhook-system.repository.js';
import { WebhookTestService } from './webhook-test.service.js';
import { WebhookUpkeep } from './webhook-upkeep.job.js';
import { WebhookUrlCheck } from './webhook-url.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

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
