/** Collects the values of a statement that is put together from parts. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** @returns the place of the value in the statement: `$3` */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
