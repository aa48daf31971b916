/** What was left out of a dump, or changed, and why. */
export interface ImportNote {
  /** `skipped`: nothing of it is stored. `changed`: it is stored, with less than it had. */
  readonly kind: 'skipped' | 'changed';
  readonly reason: string;
  readonly count: number;
  /** Where it stands, in a file of lines. */
  readonly line?: number;
}

/** What a reader says about what it does not hand over. */
export interface Notes {
  skipped(reason: string, count?: number): void;
  changed(reason: string): void;
}

/** @param lineOf the line that is read, in a file of lines */
export function notesTo(onNote: ((note: ImportNote) => void) | undefined, lineOf: () => number | undefined): Notes {
  const place = (): Pick<ImportNote, 'line'> => {
    const line = lineOf();
    return line === undefined ? {} : { line };
  };
  return {
    skipped: (reason, count = 1) => {
      if (count > 0) onNote?.({ kind: 'skipped', reason, count, ...place() });
    },
    changed: (reason) => onNote?.({ kind: 'changed', reason, count: 1, ...place() }),
  };
}
