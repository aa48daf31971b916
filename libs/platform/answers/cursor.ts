import { DomainError } from '../errors/domain-error.js';

/** The place in a list where its next page begins, as text that clients hand back unread. */
export function encodeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param read the parts; undefined where `encodeCursor` cannot have been given them
 * @throws DomainError validation where the text is not a cursor
 */
export function decodeCursor<T>(text: string, read: (parts: readonly unknown[]) => T | undefined): T {
  const cursor = partsOf(text);
  const value = cursor === undefined ? undefined : read(cursor);
  if (value !== undefined) return value;
  throw DomainError.validation('cursor must be the nextCursor of an earlier page', 'cursor');
}

function partsOf(text: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}
