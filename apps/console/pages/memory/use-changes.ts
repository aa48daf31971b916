import { useSignal } from '@preact/signals';
import { ConflictError } from '@mneme/client';
import { toast } from '../../components/toasts.js';
import { useAction } from '../../data/action.js';
import { changeMemory, type Changes, type Versioned } from '../../data/memories.js';
import { changesBetween, draftOf } from './draft.js';

export interface MemoryChanges {
  readonly isRunning: boolean;
  readonly error: unknown;
  /** Whether another has changed the memory since: a change or a deletion was refused. */
  readonly isStale: boolean;
  /** Takes the reader's last change back, and nothing that others have changed since; undefined: there is none. */
  readonly undo: (() => void) | undefined;
  readonly change: (changes: Changes) => void;
  /** @param next what a change of this version has made of it */
  readonly saved: (next: Versioned) => void;
  readonly refused: () => void;
  readonly forgetError: () => void;
}

/** Changes to a memory while its page is shown, and the way back from the last one. */
export function useChanges(version: Versioned, onChange: (version: Versioned) => void): MemoryChanges {
  const undoing = useSignal<Changes | undefined>(undefined);
  const stale = useSignal<Versioned | undefined>(undefined);
  const refused = (): void => void (stale.value = version);
  const saved = (next: Versioned): void => {
    undoing.value = changesBetween(draftOf(next.memory), draftOf(version.memory));
    onChange(next);
    toast('Saved.');
  };
  const undone = (next: Versioned): void => {
    undoing.value = undefined;
    onChange(next);
    toast('The change was undone.');
  };
  const { run, isRunning, error, forgetError } = useAction(async (changes: Changes, done: typeof saved) => {
    try {
      done(await changeMemory(version, changes));
    } catch (failure) {
      if (!(failure instanceof ConflictError)) throw failure;
      refused();
    }
  });
  const { value: wayBack } = undoing;
  return {
    isRunning: isRunning.value,
    error: error.value,
    isStale: stale.value === version,
    undo: wayBack && (() => void run(wayBack, undone)),
    change: (changes) => void run(changes, saved),
    saved,
    refused,
    forgetError,
  };
}
