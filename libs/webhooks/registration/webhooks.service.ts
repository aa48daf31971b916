import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUniqueViolation, TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { newUuid, parseId, type TenantId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import type { EntityManager } from 'typeorm';
import { DeliveryScheduler } from '../scheduling/delivery-scheduler.js';
import { WebhookDto } from '../dto/webhook.dto.js';
import { revived } from './endpoint-health.js';
import type { NewWebhook, RegisteredWebhook, WebhookPatch } from './webhook.types.js';
import { EventNamesValidator } from './event-names.validator.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookUrlValidator } from './webhook-url.validator.js';
import { WebhooksRepository } from './webhooks.repository.js';

const MAX_WEBHOOKS = 20;
const NEW_STATE = {
  disabledReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  lastFailureAt: null,
  lastDeliveryAt: null,
  leaseOwner: null,
  leaseUntil: null,
};

/** The rules of registered webhooks. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly webhooks: WebhooksRepository,
    private readonly events: EventNamesValidator,
    private readonly urls: WebhookUrlValidator,
    private readonly secrets: WebhookSecrets,
    private readonly scheduler: DeliveryScheduler,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param once of a request that may be repeated
   * @throws DomainError validation (also where the tenant has 20 already), duplicate (same url and name)
   */
  async create(tenant: TenantId, input: NewWebhook, once?: IdempotentRequest): Promise<RegisteredWebhook> {
    const events = this.events.checked(input.events);
    await this.urls.check(input.url);
    return this.unique(() =>
      this.tenantDb.run(tenant, (tx) =>
        this.idempotency.once(
          tx,
          once,
          () => this.add(tx, tenant, { ...input, events }),
          (stored) => WebhookDto.from(stored),
        ),
      ),
    );
  }

  /**
   * Registers a webhook without a look at its address, which every delivery checks again.
   * @param id UUIDv7; samples have the same in every installation
   */
  async add(
    tx: EntityManager,
    tenant: TenantId,
    input: NewWebhook,
    id: string = newUuid(),
  ): Promise<RegisteredWebhook> {
    const { name, url, events, status = 'active' } = input;
    const now = new Date();
    const own = { tenantId: tenant, id, name, url, fingerprint: fingerprint(input), events: [...events], status };
    const secret = this.secrets.only(tenant, id, input.secret);
    return this.insert(tx, { ...NEW_STATE, ...own, ...secret, createdAt: now, updatedAt: now });
  }

  /** Every webhook of the tenant, newest first. */
  async list(tenant: TenantId): Promise<RegisteredWebhook[]> {
    return this.tenantDb.read(tenant, (tx) => this.webhooks.list(tx, tenant));
  }

  /** @throws DomainError notFound for a malformed, unknown or foreign id alike */
  async get(tenant: TenantId, id: string): Promise<RegisteredWebhook> {
    const uuid = webhookUuid(id);
    return this.tenantDb.read(tenant, async (tx) => found(await this.webhooks.find(tx, tenant, uuid)));
  }

  /** A new secret holds at once. Making it active forgets its failures; what was pending when it became inactive is over. */
  async patch(tenant: TenantId, id: string, patch: WebhookPatch): Promise<RegisteredWebhook> {
    const events = patch.events === undefined ? undefined : this.events.checked(patch.events);
    if (patch.url !== undefined) await this.urls.check(patch.url);
    return this.change(tenant, id, (webhook) => {
      if (Object.values(patch).every((value) => value === undefined)) return webhook;
      const { name = webhook.name, url = webhook.url, status = webhook.status, secret } = patch;
      const own = { name, url, status, events: events ?? webhook.events, fingerprint: fingerprint({ name, url }) };
      const signing = secret === undefined ? {} : this.secrets.only(tenant, webhook.id, secret);
      return { ...webhook, ...(patch.status === undefined ? {} : revived()), ...own, ...signing };
    });
  }

  /** The secret so far signs for another 24 hours beside the new one. */
  async rotateSecret(tenant: TenantId, id: string, secret: string): Promise<RegisteredWebhook> {
    return this.change(tenant, id, (webhook) => ({
      ...webhook,
      ...this.secrets.rotated(webhook, secret, new Date()),
    }));
  }

  /** Its deliveries end with it. */
  async delete(tenant: TenantId, id: string): Promise<void> {
    const uuid = webhookUuid(id);
    await this.tenantDb.run(tenant, async (tx) => {
      if (!(await this.webhooks.delete(tx, tenant, uuid))) throw DomainError.notFound('webhook');
      this.scheduler.afterCommit(tx, tenant, [uuid]);
    });
  }

  private async insert(tx: EntityManager, webhook: RegisteredWebhook): Promise<RegisteredWebhook> {
    const present = await this.webhooks.lockCount(tx, webhook.tenantId);
    if (present >= MAX_WEBHOOKS) {
      throw DomainError.validation(`a tenant can have ${MAX_WEBHOOKS} webhooks; delete one first`);
    }
    await this.outbox.wantersChange(tx, webhook.tenantId);
    await this.webhooks.insert(tx, webhook.tenantId, webhook);
    return webhook;
  }

  private async change(
    tenant: TenantId,
    id: string,
    changed: (webhook: RegisteredWebhook) => RegisteredWebhook,
  ): Promise<RegisteredWebhook> {
    const uuid = webhookUuid(id);
    return this.unique(() =>
      this.tenantDb.run(tenant, async (tx) => {
        const before = found(await this.webhooks.lock(tx, tenant, uuid));
        const after = changed(before);
        return after === before ? before : this.store(tx, tenant, after);
      }),
    );
  }

  private async store(tx: EntityManager, tenant: TenantId, webhook: RegisteredWebhook): Promise<RegisteredWebhook> {
    const stored = { ...webhook, updatedAt: new Date(Math.max(Date.now(), webhook.updatedAt.getTime() + 1)) };
    await this.outbox.wantersChange(tx, tenant);
    await this.webhooks.update(tx, tenant, stored);
    this.scheduler.afterCommit(tx, tenant, [webhook.id]);
    return stored;
  }

  private async unique<T>(work: () => Promise<T>): Promise<T> {
    return work().catch((error: unknown) => {
      const cause = error instanceof DomainError ? error.cause : error;
      if (!isUniqueViolation(cause, 'webhooks_fingerprint')) throw error;
      throw DomainError.duplicate('a webhook of the tenant has this url and name');
    });
  }
}

/** @throws DomainError notFound for what is no identifier of a webhook */
export function webhookUuid(id: string): string {
  return found(parseId('wh', id));
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw DomainError.notFound('webhook');
  return value;
}

function fingerprint({ url, name }: Pick<NewWebhook, 'url' | 'name'>): Buffer {
  return createHash('sha256').update(`${url}\n${name}`).digest();
}
