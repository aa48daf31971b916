/** Failures in a row, and how long nothing is asked after them. */
const FAILURES = 5;
const PAUSE_MS = 30_000;

/**
 * Does not ask an endpoint that does not answer: after five failures in a row there is a pause, after which one question
 * is let through. Only failures that are the endpoint's count: a tenant whose memories make the model answer nonsense does
 * not end the answers of others.
 */
export class JudgeCircuit {
  private failures = 0;
  private opensAt = 0;
  private isTrying = false;

  /** @param now milliseconds on a clock that only runs forward */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether the next question may be asked. What is let through ends with `settle`. */
  admit(): boolean {
    if (this.failures < FAILURES) return true;
    if (this.isTrying || this.now() < this.opensAt) return false;
    this.isTrying = true;
    return true;
  }

  /** @param outcome `none`: it says nothing of the endpoint */
  settle(outcome: 'answered' | 'failed' | 'none'): void {
    this.isTrying = false;
    if (outcome === 'answered') this.failures = 0;
    if (outcome !== 'failed') return;
    this.failures += 1;
    if (this.failures >= FAILURES) this.opensAt = this.now() + PAUSE_MS;
  }
}
