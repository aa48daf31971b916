/** Work that must not overlap: one piece after the other, in the order in which it came. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as the work does; what fails does not hold up what follows. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}
