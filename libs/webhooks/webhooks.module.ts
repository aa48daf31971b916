import { WarmUp } from '@mneme/platform/warm-up';
import { Module } from '@nestjs/common';
import { AddressPolicy } from './http/address-policy.js';
import { DeliveryLogRepository } from './delivery-log/delivery-log.repository.js';
import { DeliveryAttemptService } from './delivery/delivery-attempt.service.js';
import { DeliveryClaimsService } from './delivery/delivery-claims.service.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { DeliveryQueueRepository } from './delivery/delivery-queue.repository.js';
import { DeliveryScheduler } from './scheduling/delivery-scheduler.js';
import { HostResolver } from './http/host-resolver.js';
import { SecretCipher } from './registration/secret-cipher.js';
import { SsrfGuard } from './http/ssrf.guard.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesService } from './delivery-log/webhook-deliveries.service.js';
import { EventNamesValidator } from './registration/event-names.validator.js';
import { WebhookFanOutHandler } from './delivery/webhook-fan-out.handler.js';
import { WebhookMetrics } from './delivery/webhook-metrics.js';
import { WebhookSecrets } from './registration/webhook-secrets.js';
import { WebhookSender } from './http/webhook-sender.js';
import { WebhookStatsService } from './operations/webhook-stats.service.js';
import { WebhookSystemRepository } from './scheduling/webhook-system.repository.js';
import { WebhookTestService } from './delivery-log/webhook-test.service.js';
import { WebhookMaintenanceJob } from './operations/webhook-maintenance.job.js';
import { WebhookUrlValidator } from './registration/webhook-url.validator.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './registration/webhooks.repository.js';
import { WebhooksService } from './registration/webhooks.service.js';

/** Endpoints that are notified of events: registration, fan-out, delivery, log. */
@Module({
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    AddressPolicy,
    DeliveryLogRepository,
    DeliveryAttemptService,
    DeliveryClaimsService,
    DeliveryDispatcher,
    DeliveryQueueRepository,
    DeliveryScheduler,
    HostResolver,
    SecretCipher,
    SsrfGuard,
    WebhookDeliveriesService,
    EventNamesValidator,
    WebhookFanOutHandler,
    WebhookMetrics,
    WebhookSecrets,
    WebhookSender,
    WebhookStatsService,
    WebhookSystemRepository,
    WebhookTestService,
    WebhookMaintenanceJob,
    WebhookUrlValidator,
    WebhooksRepository,
    WebhooksService,
  ],
  exports: [WebhooksService, WebhookDeliveriesService, WebhookStatsService],
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
