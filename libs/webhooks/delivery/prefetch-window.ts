/** Requests under way to one endpoint. */
export const MOST_UNDER_WAY = 5;
/** What an endpoint works off in so long is worth having in hand: it then never waits for the database. */
const AHEAD_MS = 2_000;
const MOST_IN_HAND = 50;
/** Of what it may have in hand; fewer wait for their turn: time to claim more. */
const FEW = 0.3;

/**
 * How many deliveries a lane has in hand, by how long its attempts take: as many as are under way where they take
 * seconds, up to 50 where they take milliseconds. So an endpoint that hangs keeps no bodies and no places from others.
 */
export class LanePace {
  private attemptMs = AHEAD_MS;

  /** An attempt has ended that took so long. The last ones count most. */
  ended(ms: number): void {
    this.attemptMs = (this.attemptMs + ms) / 2;
  }

  get most(): number {
    const workedOff = Math.ceil((MOST_UNDER_WAY * AHEAD_MS) / this.attemptMs);
    return Math.min(MOST_IN_HAND, Math.max(MOST_UNDER_WAY, workedOff));
  }

  /** @param waiting claimed and not begun, beside those that are under way. @returns how many more are worth a claim */
  wanted(waiting: number, underWay: number): number {
    return waiting >= this.most * FEW ? 0 : Math.max(0, this.most - waiting - underWay);
  }
}
