import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useCallback } from 'preact/hooks';

export interface Action<A extends unknown[]> {
  readonly isRunning: ReadonlySignal<boolean>;
  /** Why the last run failed; undefined once another begins. */
  readonly error: ReadonlySignal<unknown>;
  /** Does it, unless it is being done. Never rejects. */
  readonly run: (...args: A) => Promise<void>;
  readonly forgetError: () => void;
}

/** Something that changes the service's data, with what a button needs to know of it. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<void>): Action<A> {
  const isRunning = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const run = useCallback(
    async (...args: A) => {
      if (isRunning.peek()) return;
      isRunning.value = true;
      error.value = undefined;
      try {
        await act(...args);
      } catch (failure) {
        error.value = failure;
      } finally {
        isRunning.value = false;
      }
    },
    [act],
  );
  const forgetError = useCallback(() => {
    error.value = undefined;
  }, []);
  return { isRunning, error, run, forgetError };
}
