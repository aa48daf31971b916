import type { FairSemaphore } from '@mneme/platform/concurrency';
import type { ClaimedDelivery, ReportedAttempt, Claim } from './delivery-claims.service.js';
import type { DeliveryTarget } from './delivery-attempt.service.js';
import { PrefetchWindow, MAX_UNDER_WAY } from './prefetch-window.js';
import type { EndpointKey } from '../scheduling/webhook-system.repository.js';

/** How long results wait for more results, so that one transaction writes them together. */
const GATHER_MS = 50;
const GATHERED = 50;
/** How often a lease is renewed while attempts are in progress. */
const RENEW_MS = 10_000;
/** An attempt starts only if it is sure to end within the lease. */
const ATTEMPT_MS = 16_000;

/** What an endpoint worker needs of its process. */
export interface EndpointWorkerTools {
  settleAndClaim(
    key: EndpointKey,
    reports: readonly ReportedAttempt[],
    inHand: readonly string[],
    limit: number,
  ): Promise<Claim>;
  /** @param target asked for when the request begins, which may be later */
  attempt(target: () => DeliveryTarget, delivery: ClaimedDelivery): Promise<ReportedAttempt>;
  now(): Date;
  /** Slots for deliveries with their bodies in memory, shared by all endpoint workers of the process. */
  readonly places: FairSemaphore;
}

/**
 * Delivers to one endpoint from this process: it claims deliveries in batches, has at most five requests in progress,
 * and writes their results in batches. Endpoints share only the database and the memory slots; an endpoint that hangs
 * occupies no more slots than it has requests in progress, so it does not delay the others.
 */
export class EndpointWorker {
  private readonly pace = new PrefetchWindow();
  private readonly inHand = new Set<string>();
  private readonly waiting: ClaimedDelivery[] = [];
  private readonly reports: ReportedAttempt[] = [];
  private underWay = 0;
  /** Set by the first claim that gets the lease. */
  private target: DeliveryTarget;
  private leasedUntil: Date | undefined;
  private more = true;
  private ending = false;
  private awake = true;
  private notify: (() => void) | undefined;

  constructor(
    private readonly key: EndpointKey,
    private readonly tools: EndpointWorkerTools,
  ) {
    this.target = { tenantId: key.tenantId, url: '', secrets: [] };
  }

  /** Reports that more deliveries may be due than the last claim found. */
  wake(): void {
    this.awake = true;
    this.notify?.();
  }

  /** Starts no more attempts. `run` resolves once those in progress have ended and their results are written. */
  end(): void {
    this.ending = true;
    this.wake();
  }

  /** Whether it was woken after its last claim. */
  get isAwake(): boolean {
    return this.awake;
  }

  /** Whether it still holds deliveries whose results must be written. */
  get hasWork(): boolean {
    return this.inHand.size > 0;
  }

  /** Resolves when nothing is due and the lease has been returned. @throws database errors */
  async run(): Promise<void> {
    do {
      await this.somethingToDo();
      const places = await this.placesForMore();
      // Without deliveries it has no lease: only the slots must be returned.
      if (this.ending && this.inHand.size === 0) return this.tools.places.giveBack(this.key.tenantId, places);
      await this.exchange(places);
      this.begin();
    } while (this.awake || this.more || this.inHand.size > 0);
  }

  /** Waits for slots only when it holds no deliveries. Otherwise it takes the free ones, which may be none. */
  private async placesForMore(): Promise<number> {
    const { places } = this.tools;
    const wanted = this.wanted();
    const waits = wanted > 0 && this.inHand.size === 0;
    return waits ? places.wait(this.key.tenantId, wanted) : places.take(this.key.tenantId, wanted);
  }

  private wanted(): number {
    return this.ending ? 0 : this.pace.wanted(this.waiting.length, this.underWay);
  }

  /** Reports results and claims more. @param places slots for the claimed deliveries; unused ones are returned */
  private async exchange(places: number): Promise<void> {
    this.awake = false;
    const reports = this.reports.splice(0, GATHERED * 4);
    const limit = this.ending ? 0 : places;
    let used = 0;
    this.drop(this.ending ? 0 : this.pace.most);
    try {
      const claim = await this.tools.settleAndClaim(this.key, reports, [...this.inHand], limit);
      used = claim.deliveries.length;
      for (const { settled } of reports) this.inHand.delete(settled.id);
      this.accept(claim, limit);
    } catch (error) {
      this.reports.unshift(...reports);
      this.awake = true;
      throw error;
    } finally {
      this.tools.places.giveBack(this.key.tenantId, places - used);
    }
  }

  private accept({ leasedUntil, url, secrets, deliveries, more }: Claim, limit: number): void {
    // Nothing was asked for, so more may be due.
    this.more = !this.ending && (more || limit === 0);
    this.leasedUntil = leasedUntil;
    if (leasedUntil === undefined) return this.drop(0);
    // Also for what earlier calls claimed: the owner may have changed the URL or the secrets since.
    this.target = { tenantId: this.key.tenantId, url, secrets };
    this.waiting.push(...deliveries);
    for (const { id } of deliveries) this.inHand.add(id);
  }

  /** Drops claimed deliveries that have not been started, beyond `kept`. They are claimed again when their time comes. */
  private drop(kept: number): void {
    const dropped = this.waiting.splice(kept);
    for (const { id } of dropped) this.inHand.delete(id);
    this.tools.places.giveBack(this.key.tenantId, dropped.length);
  }

  private begin(): void {
    const { leasedUntil } = this;
    if (leasedUntil === undefined || this.ending) return;
    const enough = leasedUntil.getTime() - this.tools.now().getTime() >= ATTEMPT_MS;
    while (enough && this.underWay < MAX_UNDER_WAY && this.waiting.length > 0) {
      const [delivery] = this.waiting.splice(0, 1);
      if (delivery !== undefined) void this.attempt(delivery);
    }
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const began = performance.now();
    this.underWay++;
    this.reports.push(await this.tools.attempt(() => this.target, delivery));
    this.underWay--;
    this.pace.ended(performance.now() - began);
    this.tools.places.giveBack(this.key.tenantId, 1);
    this.begin();
    this.notify?.();
  }

  /** Resolves once an exchange with the database is worth its transaction. */
  private async somethingToDo(): Promise<void> {
    const started = Date.now();
    while (!this.awake && !this.isExchangeDue(Date.now() - started)) {
      const pause = this.reports.length > 0 ? GATHER_MS : RENEW_MS;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        this.notify = (): void => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.notify = undefined;
  }

  private isExchangeDue(waitedMs: number): boolean {
    if (waitedMs >= RENEW_MS || this.reports.length >= GATHERED || this.inHand.size === 0) return true;
    if (this.more && this.wanted() > 0 && this.tools.places.isOpen) return true;
    return this.reports.length > 0 && waitedMs >= GATHER_MS;
  }
}
