/** From this time on that a statement is sent it is worth a plan that is kept. */
const OFTEN = 5;
/** Each keeps some 20 kB in the engine; the service has about 150 statements whose text never changes. */
const MAX_KEPT = 200;
/** Texts that are counted; put together for requests, there can be any number. */
const MAX_COUNTED = 1_000;
/** One statement, of those that are planned. */
const PLANNED = /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b[^;]*$/;

/** Names for the statements that a connection sends often, under which the server keeps them. */
export class FrequentStatements {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();

  /** @returns the name of a statement that is sent often; undefined for one that is not worth one */
  nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_KEPT) return known;
    const count = (this.counts.get(text) ?? 0) + 1;
    if (count < OFTEN || !PLANNED.test(text)) {
      if (this.counts.size >= MAX_COUNTED) this.counts.clear();
      this.counts.set(text, count);
      return undefined;
    }
    this.counts.delete(text);
    const name = `frequent_${String(this.names.size)}`;
    this.names.set(text, name);
    return name;
  }
}
