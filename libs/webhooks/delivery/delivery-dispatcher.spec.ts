import { Logger } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import type { AppConfig } from '@mneme/platform/config';
import type { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { tenantId } from '@mneme/platform/ids';
import type { BackgroundWork } from '@mneme/platform/jobs';
import type { DeliveryAttemptService, DeliveryTarget } from './delivery-attempt.service.js';
import type {
  ClaimedDelivery,
  DeliveryClaimsService,
  ReportedAttempt,
  Claim,
  ClaimRequest,
} from './delivery-claims.service.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import type { DeliveryScheduler } from '../scheduling/delivery-scheduler.js';
import type { WebhookSender } from '../http/webhook-sender.js';
import type {
  EndpointKey,
  EndpointWindow,
  WaitingEndpoints,
  WebhookSystemRepository,
} from '../scheduling/webhook-system.repository.js';

/** Longer than results wait for each other, on a clock that the test moves. */
const QUIET_MS = 150;
/** Of the event loop: a claim or a request in progress takes one of them at most to go on. */
const QUIET_ROUNDS = 20;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const nameOf = ({ tenantId: tenant, webhookId }: EndpointKey): string => `${tenant} ${webhookId}`;

/** Endpoints with deliveries that are due, as the database has them, and requests that end when they are told to. */
class Bed {
  readonly due = new Map<string, { readonly key: EndpointKey; readonly ids: string[]; held: boolean }>();
  /** With a body in this process: claimed, and the request has not ended. */
  readonly inHand = new Map<string, string>();
  mostInHand = 0;
  turnsAtOnce = 0;
  mostTurnsAtOnce = 0;
  readonly delivered: string[] = [];
  hanging: (() => void)[] | undefined = [];
  sweepSoon = false;
  isErasing = false;
  refusedClaims = 0;
  /** Claims started, and responses. */
  private happened = 0;
  readonly dispatcher: DeliveryDispatcher;

  constructor() {
    const background = { repeat: () => ({ wake: () => (this.sweepSoon = true) }) } as unknown as BackgroundWork;
    const claims = {
      settleAndClaim: (key: EndpointKey, request: ClaimRequest) => this.settleAndClaim(key, request),
    } as unknown as DeliveryClaimsService;
    const attempts = {
      make: (target: () => DeliveryTarget, delivery: ClaimedDelivery) => this.attempt(target, delivery),
    } as unknown as DeliveryAttemptService;
    const config = { databasePool: 20, postgres: {} } as unknown as AppConfig;
    const tenantDb = { readSystem: (work: (tx: unknown) => unknown) => work({}) } as unknown as TenantDb;
    const system = {
      waitingEndpoints: (_: unknown, _now: Date, window: EndpointWindow) => tick().then(() => this.part(window)),
    } as unknown as WebhookSystemRepository;
    const [wakeUp, sender] = [{ at: () => undefined }, { close: () => undefined }];
    const others = [wakeUp as unknown as DeliveryScheduler, config, tenantDb, system] as const;
    const last = [sender as unknown as WebhookSender, new Clock()] as const;
    this.dispatcher = new DeliveryDispatcher(background, claims, attempts, ...others, ...last);
  }

  fill(tenant: string, endpoints: number, deliveries: number): void {
    for (let i = 0; i < endpoints; i++) {
      const key = { tenantId: tenantId(tenant), webhookId: `${tenant}-${String(i).padStart(4, '0')}` };
      const ids = Array.from({ length: deliveries }, (_, n) => `${key.webhookId}/${n}`);
      this.due.set(nameOf(key), { key, ids, held: false });
    }
  }

  /** As the periodic job does it. */
  async sweepAll(): Promise<void> {
    this.sweepSoon = false;
    while (await this.dispatcher.sweep());
  }

  /** Until nothing happens any more: no claim and no response, however long it is waited for. */
  async settle(): Promise<void> {
    for (let before = -1; before !== this.happened;) {
      before = this.happened;
      for (let round = 0; round < QUIET_ROUNDS; round++) await tick();
      await jest.advanceTimersByTimeAsync(QUIET_MS);
    }
  }

  /** Every request under way has its answer, and so has each that follows, at once. */
  answerAll(): void {
    const hanging = this.hanging ?? [];
    this.hanging = undefined;
    for (const answer of hanging) answer();
  }

  private part({ after, limit }: EndpointWindow): WaitingEndpoints {
    const pending = [...this.due.values()].filter(({ ids, key }) => {
      return ids.length > 0 && (after === undefined || nameOf(key) > nameOf(after));
    });
    const part = pending.sort((a, b) => (nameOf(a.key) < nameOf(b.key) ? -1 : 1)).slice(0, limit);
    const endpoints = part.filter(({ held }) => !held).map(({ key }) => key);
    return { endpoints, last: part.length < limit ? undefined : part.at(-1)?.key };
  }

  private async settleAndClaim(key: EndpointKey, { reports, inHand, limit }: ClaimRequest): Promise<Claim> {
    this.happened++;
    this.mostTurnsAtOnce = Math.max(this.mostTurnsAtOnce, ++this.turnsAtOnce);
    await tick();
    this.turnsAtOnce--;
    if (this.isErasing) {
      this.refusedClaims++;
      throw DomainError.tenantErased();
    }
    const endpoint = this.due.get(nameOf(key))!;
    const done = new Set(reports.map(({ settled }) => settled.id));
    endpoint.ids.splice(0, Infinity, ...endpoint.ids.filter((id) => !done.has(id)));
    this.delivered.push(...done);
    const claimed = endpoint.ids.filter((id) => !inHand.includes(id)).slice(0, limit);
    endpoint.held = claimed.length > 0 || inHand.length > reports.length;
    for (const id of claimed) this.inHand.set(id, key.webhookId);
    this.mostInHand = Math.max(this.mostInHand, this.inHand.size);
    const deliveries = claimed.map((id) => ({ id, eventId: id, event: 'e', attempts: 0, step: 0, body: id }));
    return {
      ...{ url: 'https://example.com', secrets: ['s'], more: limit > 0 && claimed.length === limit },
      leasedUntil: endpoint.held ? new Date(Date.now() + 30_000) : undefined,
      deliveries: deliveries.map((delivery) => ({ ...delivery, traceparent: null })),
    };
  }

  private async attempt(_: () => DeliveryTarget, { id }: ClaimedDelivery): Promise<ReportedAttempt> {
    await new Promise<void>((resolve) => {
      if (this.hanging === undefined) setImmediate(resolve);
      else this.hanging.push(resolve);
    });
    this.happened++;
    this.inHand.delete(id);
    return { settled: { id, nextAttemptAt: null } } as unknown as ReportedAttempt;
  }
}

const of = (bed: Bed, tenant: string): string[] => [...bed.inHand.keys()].filter((id) => id.startsWith(`${tenant}-`));

describe('the endpoint workers of a process', () => {
  const beds: Bed[] = [];
  const newBed = (): Bed => {
    const bed = new Bed();
    beds.push(bed);
    return bed;
  };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(async () => {
    for (const bed of beds.splice(0)) {
      const ended = bed.dispatcher.onApplicationShutdown();
      bed.answerAll();
      await bed.settle();
      await ended;
    }
    jest.useRealTimers();
  });

  it('have in hand what can be sent soon, however much waits and for how many, and end with everything delivered', async () => {
    const bed = newBed();
    for (let i = 0; i < 20; i++) bed.fill(`t${i}`, 20, 20);
    await bed.sweepAll();
    await bed.settle();
    expect(bed.inHand.size).toBe(1_024);
    for (const answer of bed.hanging?.splice(0, 200) ?? []) answer();
    await bed.settle();
    expect(bed.inHand.size).toBe(1_024);
    for (let i = 0; i < 20; i++) expect(of(bed, `t${i}`).length).toBeGreaterThan(10);
    bed.answerAll();
    await bed.settle();
    expect(bed.mostInHand).toBeLessThanOrEqual(1_024);
    expect(new Set(bed.delivered).size).toBe(8_000);
    expect(bed.delivered).toHaveLength(8_000);
  });

  it('ask the database on a quarter of its connections', async () => {
    const bed = newBed();
    for (let i = 0; i < 10; i++) bed.fill(`t${i}`, 20, 1);
    await bed.sweepAll();
    await bed.settle();
    expect(bed.mostTurnsAtOnce).toBe(5);
  });

  it('claim for an endpoint that hangs no more than is under way', async () => {
    const bed = newBed();
    bed.fill('a', 1, 100);
    await bed.sweepAll();
    await bed.settle();
    expect(bed.inHand.size).toBe(5);
  });

  it('leave the first place that is free to whoever has the fewest', async () => {
    const bed = newBed();
    bed.fill('a', 300, 20);
    await bed.sweepAll();
    await bed.settle();
    expect(of(bed, 'a')).toHaveLength(1_024);
    bed.fill('b', 1, 20);
    await bed.sweepAll();
    await bed.settle();
    expect(of(bed, 'b')).toHaveLength(0);
    bed.hanging?.shift()?.();
    await bed.settle();
    expect(of(bed, 'b')).toHaveLength(1);
  });

  it('are so many at most, and the endpoints beyond have theirs when others have ended', async () => {
    const bed = newBed();
    for (let i = 0; i < 130; i++) bed.fill(`t${String(i).padStart(3, '0')}`, 20, 2);
    await bed.sweepAll();
    await bed.settle();
    bed.answerAll();
    await bed.settle();
    expect(bed.delivered).toHaveLength(4_000);
    expect(bed.sweepSoon).toBe(true);
    await bed.sweepAll();
    await bed.settle();
    expect(new Set(bed.delivered).size).toBe(5_200);
  });

  it('end where the tenant is being erased, and nobody has to look at it', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const bed = newBed();
    bed.fill('a', 1, 20);
    await bed.sweepAll();
    await bed.settle();
    bed.isErasing = true;
    bed.answerAll();
    await bed.settle();
    await jest.advanceTimersByTimeAsync(60_000);
    await bed.settle();
    expect([bed.refusedClaims, error.mock.calls]).toEqual([1, []]);
    error.mockRestore();
  });

  it('end when the process does: what is under way is written, the rest is left', async () => {
    const bed = newBed();
    bed.fill('a', 300, 20);
    await bed.sweepAll();
    await bed.settle();
    const ended = bed.dispatcher.onApplicationShutdown();
    bed.answerAll();
    await bed.settle();
    await ended;
    expect(bed.delivered).toHaveLength(1_024);
    expect(bed.inHand.size).toBe(0);
  });
});
