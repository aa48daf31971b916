/** A row of `memories m` as a Memory: read without TypeORM's mapping, which costs more than the query itself. */
export const MEMORY_COLUMNS = `m.tenant_id AS "tenantId", m.id, m.content, m.type, m.importance, m.tags, m.metadata,
  m.external_id AS "externalId", m.bytes, m.version, m.created_at AS "createdAt", m.updated_at AS "updatedAt",
  m.occurred_at AS "occurredAt", m.expires_at AS "expiresAt", m.written_by AS "writtenBy"`;

/** What of it a search shows where it is not asked for more. */
export const SEARCH_COLUMNS = 'm.id, m.content, m.type, m.importance, m.created_at AS "createdAt"';
