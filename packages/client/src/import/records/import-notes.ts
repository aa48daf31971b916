/** What was left out of a dump, or changed, and why. */
export interface ImportNote {
  /** `skipped`: nothing of it is stored. `changed`: it is stored, with less than it had. */
  readonly kind: 'skipped' | 'changed';
  readonly reason: string;
  readonly count: number;
  /** Where it stands, from 1, in a file of lines. */
  readonly line?: number | undefined;
}

/** What a reader says about what it does not hand over. */
export interface Notes {
  skipped(reason: string, count?: number): void;
  changed(reason: string): void;
}

/** @param line the one that is read, in a file of lines */
export function notesTo(onNote: ((note: ImportNote) => void) | undefined, line: () => number | undefined): Notes {
  return {
    skipped: (reason, count = 1) => {
      if (count > 0) onNote?.({ kind: 'skipped', reason, count, line: line() });
    },
    changed: (reason) => onNote?.({ kind: 'changed', reason, count: 1, line: line() }),
  };
}
