import type { ApiPromise } from './api-promise.js';
import type * as api from './generated/types.gen.js';
import type { Params } from './memories.js';
import { PageList } from './paginate.js';
import type { RequestOptions, Transport } from './transport.js';
import { unwrapWebhook, type HeaderSource, type UnwrapOptions } from './webhooks.js';

export interface NumberedPage {
  readonly page?: number;
  readonly limit?: number;
}

type KeyUsageGet = (
  keyId: string,
  params?: { readonly days?: number },
  options?: RequestOptions,
) => ApiPromise<api.ApiKeyUsage>;

export class ApiKeys {
  readonly usage: { readonly get: KeyUsageGet };

  constructor(private readonly transport: Transport) {
    this.usage = {
      get: (keyId, params = {}, options) =>
        transport.call('apiKeys.usage.get', { query: { keyId, ...params } }, options),
    };
  }

  /** Creates a key. `plainKey` is shown this once; it is null if the response of the first try was lost. */
  create(key: Params<api.CreateApiKey>, options?: RequestOptions): ApiPromise<api.CreatedApiKey> {
    return this.transport.call('apiKeys.create', { body: key }, options);
  }

  list(params: NumberedPage = {}, options?: RequestOptions): PageList<api.ApiKey, api.ApiKeyPage> {
    return new PageList(
      params,
      (query) => this.transport.call('apiKeys.list', { query: { ...query } }, options),
      ({ apiKeys }) => apiKeys,
    );
  }

  /** Replaces a key; the old one works for a day unless `overlapSeconds` says otherwise. */
  rotate(
    keyId: string,
    params: Omit<api.RotateApiKey, 'keyId' | 'tenantId'> = {},
    options?: RequestOptions,
  ): ApiPromise<api.RotatedApiKey> {
    return this.transport.call('apiKeys.rotate', { body: { ...params, keyId } }, options);
  }

  revoke(keyId: string, options?: RequestOptions): ApiPromise<api.ApiKey> {
    return this.transport.call('apiKeys.revoke', { body: { keyId } }, options);
  }
}

export class Webhooks {
  readonly deliveries: WebhookDeliveries;

  constructor(private readonly transport: Transport) {
    this.deliveries = new WebhookDeliveries(transport);
  }

  create(webhook: Params<api.CreateWebhook>, options?: RequestOptions): ApiPromise<api.Webhook> {
    return this.transport.call('webhooks.create', { body: webhook }, options);
  }

  get(id: string, options?: RequestOptions): ApiPromise<api.Webhook> {
    return this.transport.call('webhooks.get', { path: { id } }, options);
  }

  list(params: NumberedPage = {}, options?: RequestOptions): PageList<api.Webhook, api.WebhookPage> {
    return new PageList(
      params,
      (query) => this.transport.call('webhooks.list', { query: { ...query } }, options),
      ({ webhooks }) => webhooks,
    );
  }

  update(id: string, changes: Params<api.UpdateWebhook>, options?: RequestOptions): ApiPromise<api.Webhook> {
    return this.transport.call('webhooks.update', { path: { id }, body: changes }, options);
  }

  delete(id: string, options?: RequestOptions): ApiPromise<api.DeletedWebhook> {
    return this.transport.call('webhooks.delete', { path: { id } }, options);
  }

  /** Sends `webhook.test` once. It resolves whatever the endpoint responds. */
  test(id: string, options?: RequestOptions): ApiPromise<api.WebhookTest> {
    return this.transport.call('webhooks.test', { path: { id }, repetition: 'once' }, options);
  }

  /** For a day, deliveries are signed with the previous secret as well. */
  rotateSecret(id: string, secret: string, options?: RequestOptions): ApiPromise<api.RotatedWebhook> {
    const input = { path: { id }, body: { secret }, repetition: 'once' } as const;
    return this.transport.call('webhooks.rotateSecret', input, options);
  }

  /** Verifies a request to your endpoint, and returns its event: see `unwrapWebhook`. */
  unwrap(
    rawBody: string | Uint8Array | ArrayBuffer,
    headers: HeaderSource,
    secret: string,
    options?: UnwrapOptions,
  ): Promise<api.WebhookEvent> {
    return unwrapWebhook(rawBody, headers, secret, options);
  }
}

export interface DeliveryListParams extends NumberedPage {
  readonly status?: api.DeliveryStatus;
  readonly cursor?: string;
}

export class WebhookDeliveries {
  constructor(private readonly transport: Transport) {}

  list(
    id: string,
    { status, ...paging }: DeliveryListParams = {},
    options?: RequestOptions,
  ): PageList<api.Delivery, api.DeliveryPage> {
    return new PageList(
      paging,
      (query) =>
        this.transport.call('webhooks.deliveries.list', { path: { id }, query: { status, ...query } }, options),
      ({ deliveries }) => deliveries,
    );
  }

  get(id: string, deliveryId: string, options?: RequestOptions): ApiPromise<api.DeliveryDetail> {
    return this.transport.call('webhooks.deliveries.get', { path: { id, deliveryId } }, options);
  }

  /** Makes one more attempt, now. */
  redeliver(id: string, deliveryId: string, options?: RequestOptions): ApiPromise<api.Delivery> {
    const input = { path: { id, deliveryId }, repetition: 'once' } as const;
    return this.transport.call('webhooks.deliveries.redeliver', input, options);
  }
}

export class Tags {
  constructor(private readonly transport: Transport) {}

  /** Lists the tags of the memories, with the number of memories that have each. */
  list(
    { prefix, ...paging }: { readonly prefix?: string; readonly limit?: number; readonly cursor?: string } = {},
    options?: RequestOptions,
  ): PageList<api.TagCount, api.TagPage> {
    return new PageList(
      paging,
      (query) => this.transport.call('tags.list', { query: { prefix, ...query } }, options),
      ({ tags }) => tags,
    );
  }
}

export class DecisionChains {
  constructor(private readonly transport: Transport) {}

  /** Reconstructs how a decision came about. @param topic what was decided, in words */
  reconstruct(
    topic: string,
    params: Omit<api.DecisionChainRequest, 'topic' | 'tenantId'> = {},
    options?: RequestOptions,
  ): ApiPromise<api.DecisionChains> {
    return this.transport.call('decisionChains.reconstruct', { body: { ...params, topic } }, options);
  }

  /** Reconstructs how one decision came about. @param decisionId the memory that records it, such as one of `candidates` */
  ofDecision(
    decisionId: string,
    params: Omit<api.DecisionChainRequest, 'decisionId' | 'tenantId'> = {},
    options?: RequestOptions,
  ): ApiPromise<api.DecisionChains> {
    return this.transport.call('decisionChains.reconstruct', { body: { ...params, decisionId } }, options);
  }
}

export class Patterns {
  constructor(private readonly transport: Transport) {}

  /** Finds regularities that no memory states. */
  detect(params: Params<api.ImplicitPatternsRequest> = {}, options?: RequestOptions): ApiPromise<api.Patterns> {
    return this.transport.call('patterns.detect', { body: params }, options);
  }

  /** Leaves a pattern out of later responses. @param id of the pattern */
  dismiss(
    id: string,
    params: Params<api.DismissPattern> = {},
    options?: RequestOptions,
  ): ApiPromise<api.PatternDismissal> {
    return this.transport.call('patterns.dismiss', { path: { id }, body: params }, options);
  }

  /** Takes a dismissal back. @param id of the pattern */
  restore(id: string, options?: RequestOptions): ApiPromise<api.RestoredPattern> {
    return this.transport.call('patterns.restore', { path: { id } }, options);
  }
}

export class Tenants {
  constructor(
    private readonly transport: Transport,
    private readonly tenantId: string,
  ) {}

  /**
   * Erases everything that the client's tenant has, for good.
   * @param tenantId the client's own, named once more so that no call erases a tenant by accident
   * @throws TypeError if it is another one
   */
  delete(tenantId: string, options?: RequestOptions): ApiPromise<api.TenantErasure> {
    if (tenantId !== this.tenantId) throw new TypeError(`this client acts for ${this.tenantId}, not for ${tenantId}`);
    return this.transport.call('tenants.delete', { repetition: 'once' }, options);
  }
}
