import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from './describe-error.js';

/** What was begun has this long to end; then the process ends whatever is left. */
const END_MS = 25_000;

/** A process that ends on a signal. */
export interface Stoppable {
  /** Resolves where it cannot go on; it is then stopped. */
  readonly lost: Promise<unknown>;
  /** Readiness says no from now on, and everything goes on. */
  turnAway(): void;
  /** Answers what has been asked, finishes what has been started, lets go of everything. */
  close(): Promise<void>;
}

/**
 * SIGTERM and Ctrl-C end the process: exit code 0 once it has closed, 1 where that fails or takes over 25 s. So does what it
 * cannot go on without, with exit code 1, for whoever starts it anew.
 * @param delayMs after SIGTERM, so long requests are taken while readiness says no; a second signal cuts it short
 */
export function stopOnSignals(process: NodeJS.Process, running: Stoppable, delayMs = 0): void {
  const hurry = new AbortController();
  let ending: Promise<void> | undefined;
  let exitCode = 0;
  const end = async (delay: number): Promise<void> => {
    running.turnAway();
    // An aborted pause is over, no failure.
    if (delay > 0) await pause(delay, undefined, { signal: hurry.signal }).catch(() => undefined);
    setTimeout(() => process.exit(1), END_MS).unref();
    await running.close();
  };
  const stop = (delay: number) => (): void => {
    if (ending !== undefined) return hurry.abort();
    ending = end(delay);
    ending.then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`${describeError(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop(delayMs));
  process.on('SIGINT', stop(0));
  void running.lost.then(() => {
    exitCode = 1;
    stop(0)();
  });
}
