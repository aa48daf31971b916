/** Reproducible randomness (mulberry32): nothing in an analysis may differ from run to run. */
export class SeededRandom {
  private spare = Number.NaN;

  constructor(private state: number) {}

  /** Even in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  }

  /** Standard normal (Box and Muller, both of each pair). */
  normal(): number {
    if (!Number.isNaN(this.spare)) {
      const spare = this.spare;
      this.spare = Number.NaN;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    const angle = 2 * Math.PI * this.next();
    this.spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }
}
