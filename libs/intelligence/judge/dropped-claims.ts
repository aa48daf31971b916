/**
 * Why a claim of the language model was left out: it has not the form that was asked for; its handle, role or relation is
 * none; the same is claimed twice; the quote is not in the memory; the order in time is wrong; the relation does not join
 * such roles; metadata says something else; nothing says that the decision was taken back; the decision itself denies the option; two claims exclude each other;
 * the memory is joined to nothing.
 */
export const DROP_REASONS = [
  'form',
  'unknown',
  'repeated',
  'quote',
  'time',
  'grammar',
  'metadata',
  'reversal',
  'denied',
  'contradiction',
  'unconnected',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Counts the claims that did not check. */
export class DroppedClaims {
  private readonly counts = new Map<DropReason, number>();

  add(reason: DropReason, claims = 1): void {
    if (claims > 0) this.counts.set(reason, (this.counts.get(reason) ?? 0) + claims);
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** For the response; none where every claim checked. */
  warnings(): string[] {
    const { total } = this;
    if (total === 0) return [];
    const reasons = this.entries().map(([reason, count]) => `${count} ${reason}`);
    const were = total === 1 ? '1 claim of the language model was' : `${total} claims of the language model were`;
    return [`${were} left out because verification failed (${reasons.join(', ')}).`];
  }

  /** In the order of `DROP_REASONS`. */
  entries(): (readonly [DropReason, number])[] {
    return DROP_REASONS.flatMap((reason) => {
      const count = this.counts.get(reason);
      return count === undefined ? [] : [[reason, count] as const];
    });
  }
}
