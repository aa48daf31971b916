import { QueryFailedError, TypeORMError } from 'typeorm';
import { DomainError } from '../errors/domain-error.js';

const CONNECTION_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered|pool after calling end/;
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND']);

/** What `mneme_set_tenant` refuses a tenant with that is being erased. */
const TENANT_ERASED = 'ME001';

/** What PostgreSQL or the way to it refused becomes DATABASE_ERROR; everything else stays what it is. */
export function asDatabaseError(error: unknown): unknown {
  if (sqlStateOf(error) === TENANT_ERASED) return DomainError.tenantErased(error);
  return error instanceof TypeORMError || isDriverError(error) ? DomainError.database(error) : error;
}

/** Whether a query was given up on because nothing came back. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether the database did not answer at all, neither a query nor who wanted to connect; not: whether it is gone. */
export function isSilence(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return (
    isReadTimeout(cause) ||
    (cause instanceof Error && cause.message === 'Connection terminated due to connection timeout')
  );
}

/** Whether a statement failed on the unique constraint of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const driverError: unknown = error.driverError;
  return field(driverError, 'code') === '23505' && field(driverError, 'constraint') === constraint;
}

function sqlStateOf(error: unknown): unknown {
  return field(error instanceof QueryFailedError ? error.driverError : error, 'code');
}

/** Whether a transaction was ended because it and others waited for each other: run again, it comes through. */
export function isDeadlock(error: unknown): boolean {
  const failed: unknown = error instanceof DomainError ? error.cause : error;
  return failed instanceof QueryFailedError && field(failed.driverError, 'code') === '40P01';
}

function isDriverError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = field(error, 'code');
  const sqlState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && field(error, 'severity') !== undefined;
  return (
    sqlState || (typeof code === 'string' && CONNECTION_CODES.has(code)) || CONNECTION_MESSAGES.test(error.message)
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
