/** Concurrent requests to one endpoint. */
export const MAX_UNDER_WAY = 5;
/** Deliveries are claimed this far ahead, so that a fast endpoint never waits for the database. */
const AHEAD_MS = 2_000;
const MAX_IN_HAND = 50;
/** Share of the window: with fewer claimed deliveries waiting, more are claimed. */
const FEW = 0.3;

/**
 * How many deliveries of an endpoint are held in memory, by how long its attempts take: five if they take seconds, up
 * to 50 if they take milliseconds. An endpoint that hangs therefore occupies few slots.
 */
export class PrefetchWindow {
  private attemptMs = AHEAD_MS;

  /** Records the duration of an attempt. Recent ones weigh most. */
  ended(ms: number): void {
    this.attemptMs = (this.attemptMs + ms) / 2;
  }

  get most(): number {
    const workedOff = Math.ceil((MAX_UNDER_WAY * AHEAD_MS) / this.attemptMs);
    return Math.min(MAX_IN_HAND, Math.max(MAX_UNDER_WAY, workedOff));
  }

  /**
   * @param waiting claimed deliveries that have not been started
   * @param underWay deliveries with a request in progress
   * @returns how many more to claim
   */
  wanted(waiting: number, underWay: number): number {
    return waiting >= this.most * FEW ? 0 : Math.max(0, this.most - waiting - underWay);
  }
}
