import { QueryFailedError } from 'typeorm';

/** What a log says of a failure. */
interface LoggedError {
  readonly type: string;
  readonly message?: string;
  /** SQLSTATE, or the system's code. */
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
}

/**
 * An error without what a client stored: a failed statement carries its parameters, and the database's messages may
 * repeat values, so of those only codes, names and the place are kept.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  const place = frames === undefined ? {} : { stack: frames.join('\n') };
  if (!(error instanceof QueryFailedError)) {
    return { type: error.name, message: error.message, ...named(error, 'code'), ...place };
  }
  const driverError: unknown = error.driverError;
  return { type: error.name, ...named(driverError, 'code'), ...named(driverError, 'constraint'), ...place };
}

function named(source: unknown, name: 'code' | 'constraint'): Partial<Record<typeof name, string>> {
  if (typeof source !== 'object' || source === null || !(name in source)) return {};
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? { [name]: value } : {};
}
