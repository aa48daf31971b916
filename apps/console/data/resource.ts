import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';

/** What was asked for: on its way, there, or refused. Data stays while it is asked for again. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}

export interface Resource<T> {
  readonly state: ReadonlySignal<Loaded<T>>;
  /** Asks again. */
  readonly reload: () => void;
  /** Puts something in its place that the service has just returned. */
  readonly set: (data: T) => void;
}

/**
 * Loads something for as long as its component is shown: leaving the page, or another key, ends the request.
 * @param key what is loaded; undefined: nothing yet
 */
export function useResource<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const state = useSignal<Loaded<T>>({ data: undefined, error: undefined, isLoading: key !== undefined });
  const turn = useSignal(0);
  useEffect(() => {
    if (key === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    state.value = { ...state.peek(), error: undefined, isLoading: true };
    load(signal).then(
      (data) => {
        if (!signal.aborted) state.value = { data, error: undefined, isLoading: false };
      },
      (error: unknown) => {
        if (!signal.aborted) state.value = { data: undefined, error, isLoading: false };
      },
    );
    return () => leaving.abort();
    // `load` is another function at each drawing; the key says whether it means something else.
  }, [key, turn.value]);
  const reload = useCallback(() => {
    turn.value++;
  }, []);
  const set = useCallback((data: T) => {
    state.value = { data, error: undefined, isLoading: false };
  }, []);
  return { state, reload, set };
}
