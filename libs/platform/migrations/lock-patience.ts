import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { sqlStateOf } from './migration-errors.js';

/**
 * How long a migration waits for a lock. Statements behind it wait too, so this is well below the time that a request
 * gives a statement, and below the second after which PostgreSQL looks for deadlocks and ends one of those involved.
 */
export const LOCK_WAIT_MS = 500;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** lock_not_available and deadlock_detected. */
const HELD_BY_OTHERS = new Set<unknown>(['55P03', '40P01']);

const logger = new Logger('Database');

/** Others hold what a migration needs. Nothing of it was kept. */
class LockedError extends Error {}

/** The same error, or a LockedError with this message where a statement did not get its lock. */
export function asLocked(error: unknown, message: string): unknown {
  return HELD_BY_OTHERS.has(sqlStateOf(error)) ? new LockedError(message, { cause: error }) : error;
}

/** Does the work, again and again after pauses that grow to half a minute while it throws a LockedError. */
export async function untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      logger.warn(`${error.message}; it is tried again in ${pauseMs / 1_000} s`);
      await pause(pauseMs);
    }
  }
}
