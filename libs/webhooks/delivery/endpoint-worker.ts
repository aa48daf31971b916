import type { FairSemaphore } from '@mneme/platform/concurrency';
import type { ClaimedDelivery, ReportedAttempt, Turn } from './delivery-claims.service.js';
import type { DeliveryTarget } from './delivery-attempt.service.js';
import { LanePace, MOST_UNDER_WAY } from './prefetch-window.js';
import type { LaneKey } from '../scheduling/webhook-system.repository.js';

/** Results wait for each other so long, and while nothing is under way for the next event. */
const GATHER_MS = 50;
const GATHERED = 50;
/** A hold is prolonged while attempts are under way. */
const PROLONG_MS = 10_000;
/** An attempt is begun only where it ends within the hold. */
const ATTEMPT_MS = 16_000;

/** What a lane works with. */
export interface LaneTools {
  turn(key: LaneKey, reports: readonly ReportedAttempt[], inHand: readonly string[], limit: number): Promise<Turn>;
  /** @param target asked for when the request begins, which may be later */
  attempt(target: () => DeliveryTarget, delivery: ClaimedDelivery): Promise<ReportedAttempt>;
  now(): Date;
  /** For deliveries with their bodies, of all lanes of the process together. */
  readonly places: FairSemaphore;
}

/**
 * The deliveries of one endpoint in this process: claimed many at once, at most five under way, results written
 * together. Endpoints have nothing in common but the database and the places for what is in hand, of which one that
 * hangs has no more than are under way: it delays nobody else.
 */
export class DeliveryLane {
  private readonly pace = new LanePace();
  private readonly inHand = new Set<string>();
  private readonly waiting: ClaimedDelivery[] = [];
  private readonly reports: ReportedAttempt[] = [];
  private underWay = 0;
  /** Known from the first turn on that keeps the hold. */
  private target: DeliveryTarget;
  private heldUntil: Date | undefined;
  private more = true;
  private ending = false;
  private awake = true;
  private notify: (() => void) | undefined;

  constructor(
    private readonly key: LaneKey,
    private readonly tools: LaneTools,
  ) {
    this.target = { tenantId: key.tenantId, url: '', secrets: [] };
  }

  /** There may be more to do than the last look has found. */
  wake(): void {
    this.awake = true;
    this.notify?.();
  }

  /** Begins nothing more; `run` resolves when what is under way has ended and been written. */
  end(): void {
    this.ending = true;
    this.wake();
  }

  /** Whether it was woken after its last look. */
  get isAwake(): boolean {
    return this.awake;
  }

  /** Whether something is in hand that has to be written. */
  get holdsWork(): boolean {
    return this.inHand.size > 0;
  }

  /** Resolves when nothing is due and the endpoint has been given back. @throws what the database reports */
  async run(): Promise<void> {
    do {
      await this.somethingToDo();
      const places = await this.placesForMore();
      // It holds nothing where it has nothing in hand: there is nothing to give back but the places.
      if (this.ending && this.inHand.size === 0) return this.tools.places.giveBack(this.key.tenantId, places);
      await this.takeTurn(places);
      this.begin();
    } while (this.awake || this.more || this.inHand.size > 0);
  }

  /** With nothing in hand it waits for them; else it takes what nobody waits for, and may be given none. */
  private async placesForMore(): Promise<number> {
    const { places } = this.tools;
    const wanted = this.wanted();
    const waits = wanted > 0 && this.inHand.size === 0;
    return waits ? places.wait(this.key.tenantId, wanted) : places.take(this.key.tenantId, wanted);
  }

  private wanted(): number {
    return this.ending ? 0 : this.pace.wanted(this.waiting.length, this.underWay);
  }

  /** @param places for what is claimed: those that are not used are given back */
  private async takeTurn(places: number): Promise<void> {
    this.awake = false;
    const reports = this.reports.splice(0, GATHERED * 4);
    const limit = this.ending ? 0 : places;
    let used = 0;
    this.drop(this.ending ? 0 : this.pace.most);
    try {
      const turn = await this.tools.turn(this.key, reports, [...this.inHand], limit);
      used = turn.deliveries.length;
      for (const { settled } of reports) this.inHand.delete(settled.id);
      this.accept(turn, limit);
    } catch (error) {
      this.reports.unshift(...reports);
      this.awake = true;
      throw error;
    } finally {
      this.tools.places.giveBack(this.key.tenantId, places - used);
    }
  }

  private accept({ heldUntil, url, secrets, deliveries, more }: Turn, limit: number): void {
    // Without a claim nobody looked: there may be more.
    this.more = !this.ending && (more || limit === 0);
    this.heldUntil = heldUntil;
    if (heldUntil === undefined) return this.drop(0);
    // As of now, also for what earlier turns have claimed: the owner may have changed it.
    this.target = { tenantId: this.key.tenantId, url, secrets };
    this.waiting.push(...deliveries);
    for (const { id } of deliveries) this.inHand.add(id);
  }

  /** Others may have what has not been begun, beyond so many; it is claimed again when it is due here. */
  private drop(kept: number): void {
    const dropped = this.waiting.splice(kept);
    for (const { id } of dropped) this.inHand.delete(id);
    this.tools.places.giveBack(this.key.tenantId, dropped.length);
  }

  private begin(): void {
    const { heldUntil } = this;
    if (heldUntil === undefined || this.ending) return;
    const enough = heldUntil.getTime() - this.tools.now().getTime() >= ATTEMPT_MS;
    while (enough && this.underWay < MOST_UNDER_WAY && this.waiting.length > 0) {
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

  /** Resolves at once where a turn is worth its transaction, else when it becomes so. */
  private async somethingToDo(): Promise<void> {
    const started = Date.now();
    while (!this.awake && !this.worthATurn(Date.now() - started)) {
      const pause = this.reports.length > 0 ? GATHER_MS : PROLONG_MS;
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

  private worthATurn(waitedMs: number): boolean {
    if (waitedMs >= PROLONG_MS || this.reports.length >= GATHERED || this.inHand.size === 0) return true;
    if (this.more && this.wanted() > 0 && this.tools.places.isOpen) return true;
    return this.reports.length > 0 && waitedMs >= GATHER_MS;
  }
}
