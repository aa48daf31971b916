import { createHash } from 'node:crypto';

const NAME_LENGTH = 24;
const names = new Map<string, string>();

/**
 * Marks a statement that is worth more to plan than to run and whose text is always the same: where it is read with
 * (`TenantDb.read`, `runForKey`) each connection parses and plans it once. Not for texts that are put together for a
 * request: a connection keeps every one of them.
 * @returns the statement
 */
export function prepared(statement: string): string {
  // By what it says, so that processes of two versions behind one pooler never mean different statements by a name.
  names.set(statement, `mneme_${createHash('sha256').update(statement).digest('hex').slice(0, NAME_LENGTH)}`);
  return statement;
}

/** What the database is to know a statement by; undefined for one that is not prepared. */
export function preparedName(statement: string): string | undefined {
  return names.get(statement);
}
