import { DomainError } from '@mneme/platform/errors';

/** A failure in one line for a person at a terminal, with what lies behind it. */
export function describeError(error: unknown): string {
  if (error instanceof DomainError && error.cause instanceof Error) return `${error.message}: ${error.cause.message}`;
  return error instanceof Error ? error.message : String(error);
}
