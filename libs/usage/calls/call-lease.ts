/** Calls that the month's row gave. */
export interface Grant {
  readonly calls: number;
  /** Calls of the month that no process has taken. */
  readonly remaining: number;
}

/** @param need calls that wait for it; @param ahead calls that are likely to come; @param inHand what there still is */
type Ask = (need: number, ahead: number, inHand: number) => Promise<Grant>;

interface Waiting {
  readonly resolve: (granted: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const MIN_AHEAD = 8;
const MAX_AHEAD = 2_000;
/** Where there was nothing left it is asked again only after this: other processes may have given some back. */
const EXHAUSTED_MS = 1_000;
/** With fewer calls left in the month, processes return what they do not use. */
const SCARCE = 500;
/** Quiet seconds after which what is in hand goes back. */
const QUIET_SECONDS = 30;
const QUIET_SECONDS_WHEN_SCARCE = 2;

/**
 * Calls of one tenant and month that this process has taken and may let through without asking anyone. It takes more
 * before they run out, about two seconds' worth, and gives back what it turns out not to need.
 */
export class CallLease {
  private calls = 0;
  private underWay = 0;
  private readonly waiting: Waiting[] = [];
  private asking = false;
  private remaining = 0;
  /** What was in hand when it was last filled. */
  private filled = 0;
  private exhaustedUntil = 0;
  private usedThisSecond = 0;
  private usedLastSecond = 0;
  private quietSeconds = 0;

  constructor(private readonly ask: Ask) {}

  /** Takes one call. False: the month's are used up. Where it resolves true or returns true, `end` must follow. */
  take(): boolean | Promise<boolean> {
    this.usedThisSecond += 1;
    if (this.calls > 0) {
      this.calls -= 1;
      this.underWay += 1;
      if (this.calls < Math.min(this.rate(), this.filled) / 2 && !this.exhausted()) void this.refill();
      return true;
    }
    if (this.exhausted()) return false;
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      void this.refill();
    });
  }

  /** The call has been answered. @param charged whether it is used up; if not, another may have it */
  end(charged: boolean): void {
    this.underWay -= 1;
    if (!charged) this.calls += 1;
  }

  /** Nothing of it is in use or in hand. */
  get idle(): boolean {
    return this.calls === 0 && this.underWay === 0 && this.waiting.length === 0 && !this.asking;
  }

  /** To be called once a second. @returns calls that it takes out, to be given back */
  surplus(): number {
    this.quietSeconds = this.usedThisSecond === 0 ? this.quietSeconds + 1 : 0;
    this.usedLastSecond = this.usedThisSecond;
    this.usedThisSecond = 0;
    const scarce = this.remaining < SCARCE;
    if (this.quietSeconds >= (scarce ? QUIET_SECONDS_WHEN_SCARCE : QUIET_SECONDS)) return this.takeOut(0);
    return scarce ? this.takeOut(2 * this.usedLastSecond) : 0;
  }

  /** @param keep calls to keep. @returns the others, which are taken out of the lease */
  takeOut(keep: number): number {
    const surplus = Math.max(0, this.calls - keep);
    this.calls -= surplus;
    return surplus;
  }

  /** What could not be given back stays in hand. */
  putBack(calls: number): void {
    this.calls += calls;
  }

  private exhausted(): boolean {
    return performance.now() < this.exhaustedUntil;
  }

  private rate(): number {
    return Math.max(this.usedThisSecond, this.usedLastSecond);
  }

  private async refill(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      do await this.askOnce();
      while (this.waiting.length > 0 && !this.exhausted());
    } catch (error) {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    } finally {
      this.asking = false;
    }
    if (this.exhausted()) for (const { resolve } of this.waiting.splice(0)) resolve(false);
  }

  private async askOnce(): Promise<void> {
    const need = this.waiting.length;
    const ahead = Math.min(MAX_AHEAD, Math.max(MIN_AHEAD, 2 * this.rate()));
    const { calls, remaining } = await this.ask(need, ahead, this.calls);
    this.calls += calls;
    this.remaining = remaining;
    const served = this.waiting.splice(0, this.calls);
    this.calls -= served.length;
    this.underWay += served.length;
    this.filled = this.calls;
    for (const { resolve } of served) resolve(true);
    if (remaining === 0 && calls < need + ahead) this.exhaustedUntil = performance.now() + EXHAUSTED_MS;
  }
}
