/** What was left out of a dump, or changed, and why. */
export interface ImportNote {
  /** `skipped`: nothing of it is stored. `changed`: it is stored, with less than it had. */
  readonly kind: 'skipped' | 'changed';
  readonly reason: string;
  readonly count: number;
}

/** What a reader says about what it does not hand over. */
export interface Notes {
  skipped(reason: string, count?: number): void;
  changed(reason: string): void;
}

export function notesTo(onNote: ((note: ImportNote) => void) | undefined): Notes {
  return {
    skipped: (reason, count = 1) => {
      if (count > 0) onNote?.({ kind: 'skipped', reason, count });
    },
    changed: (reason) => onNote?.({ kind: 'changed', reason, count: 1 }),
  };
}
