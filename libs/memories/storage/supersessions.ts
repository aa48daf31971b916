import { attributeOf, SUPERSEDES } from './attributes.js';

/** What a memory that supersedes the one of this name can be found by. */
export function supersedesAttribute(name: string): string {
  return attributeOf(SUPERSEDES, name) ?? '';
}

/**
 * The id of the latest memory that says it supersedes `row`, in SQL; null where none does. $1 is the tenant.
 * @param row of memories
 * @param attribute `supersedesAttribute` of its id
 */
export function successorOf(row: string, attribute: string): string {
  return `(
    SELECT later.id FROM unnest(ARRAY[${attribute}, 'supersedes=' || normalize(${row}.external_id, NFC)]) AS named (attribute)
     CROSS JOIN LATERAL (
       SELECT memory_id FROM memory_attributes
        WHERE tenant_id = $1 AND attribute = named.attribute AND memory_id <> ${row}.id OFFSET 0) AS entry
     CROSS JOIN LATERAL (
       SELECT id, created_at FROM memories WHERE tenant_id = $1 AND id = entry.memory_id OFFSET 0) AS later
     ORDER BY later.created_at DESC, later.id DESC LIMIT 1)`;
}
