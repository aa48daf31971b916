import { QueryFailedError } from 'typeorm';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Says who may migrate, where the login of DATABASE_URL may not. */
export function asMigrationError(error: unknown): unknown {
  if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) return error;
  const denied = error instanceof Error ? error.message : 'permission denied';
  return new Error(
    `The login of DATABASE_URL may not migrate the database (${denied}). Give DATABASE_URL the role that owns the ` +
      'tables. To serve with the role of the application alone, set DATABASE_APP_URL and leave DATABASE_URL out.',
    { cause: error },
  );
}

export function sqlStateOf(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}
