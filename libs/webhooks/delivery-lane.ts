import type { ClaimedDelivery, ReportedAttempt, Turn } from './delivery-desk.js';
import type { DeliveryTarget } from './delivery-attempts.js';
import type { LaneKey } from './webhook-system.repository.js';

/** Requests under way to one endpoint. */
const MOST_UNDER_WAY = 5;
const CLAIM = 50;
/** Fewer than these in hand: time to claim more, so that the endpoint never waits for the database. */
const FEW = 15;
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
}

/**
 * The deliveries of one endpoint in this process: claimed many at once, at most five under way, results written
 * together. Endpoints have nothing in common but the database, so one that hangs delays nobody else.
 */
export class DeliveryLane {
  private readonly inHand = new Set<string>();
  private waiting: ClaimedDelivery[] = [];
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
      await this.takeTurn();
      this.begin();
    } while (this.awake || this.more || this.inHand.size > 0);
  }

  private async takeTurn(): Promise<void> {
    this.awake = false;
    const reports = this.reports.splice(0, GATHERED * 4);
    const limit = this.ending || this.waiting.length >= FEW ? 0 : CLAIM;
    if (this.ending) this.drop();
    try {
      const turn = await this.tools.turn(this.key, reports, [...this.inHand], limit);
      for (const { settled } of reports) this.inHand.delete(settled.id);
      this.accept(turn, limit);
    } catch (error) {
      this.reports.unshift(...reports);
      this.awake = true;
      throw error;
    }
  }

  private accept({ heldUntil, url, secrets, deliveries, more }: Turn, limit: number): void {
    // Without a claim nobody looked: there may be more.
    this.more = !this.ending && (more || (heldUntil !== undefined && limit === 0));
    this.heldUntil = heldUntil;
    if (heldUntil === undefined) return this.drop();
    // As of now, also for what earlier turns have claimed: the owner may have changed it.
    this.target = { tenantId: this.key.tenantId, url, secrets };
    this.waiting.push(...deliveries);
    for (const { id } of deliveries) this.inHand.add(id);
  }

  /** Others may have what has not been begun. */
  private drop(): void {
    for (const { id } of this.waiting) this.inHand.delete(id);
    this.waiting = [];
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
    this.underWay++;
    this.reports.push(await this.tools.attempt(() => this.target, delivery));
    this.underWay--;
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
    if (waitedMs >= PROLONG_MS || this.reports.length >= GATHERED) return true;
    if (this.more && this.waiting.length < FEW) return true;
    return this.reports.length > 0 && waitedMs >= GATHER_MS;
  }
}
