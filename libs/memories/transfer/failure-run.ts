/** Ends an import: a file with this many invalid lines in a row is probably not the file that its sender meant. */
export const MAX_FAILURES_IN_A_ROW = 1_000;

/**
 * Lines of an import that failed one after another. That a line is wrong is known when it is read, that the plan has no
 * room for its record only once its batch was stored: from then on until a record is stored again, a line that is right
 * does not end the run.
 */
export class FailureRun {
  private length = 0;
  private from = 0;
  private noRoom = false;

  /** Whether there are too many failures to continue. */
  get isTooLong(): boolean {
    return this.length >= MAX_FAILURES_IN_A_ROW;
  }

  /** The first line of the run. */
  get start(): number {
    return this.from;
  }

  wrong(line: number): void {
    this.from = this.length === 0 ? line : Math.min(this.from, line);
    this.length += 1;
  }

  right(): void {
    if (!this.noRoom) this.length = 0;
  }

  refused(line: number): void {
    this.noRoom = true;
    this.wrong(line);
  }

  /** Also where it was there already. What is stored late ends no run that began behind it. */
  stored(line: number): void {
    this.noRoom = false;
    if (line > this.from) this.length = 0;
  }
}
