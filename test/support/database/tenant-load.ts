import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';

/** Of the memories of `loadTenant`; `common` is on all of them, `half0` on every second, `rare` on one in a thousand. */
export const LOADED = {
  types: 13,
  /** The i-th memory is so many minutes younger. */
  from: new Date('2026-01-01T00:00:00Z'),
  model: 'sample@1',
  webhookId: '019a0000-0000-7000-8000-00000000000a',
  /** Of every deletion job. */
  holder: '019a0000-0000-7000-8000-00000000000b',
} as const;

/** Rows of a tenant as the service keeps them, in statements of the database's own; none of them is indexed. */
export async function loadMemories(tx: EntityManager, tenant: TenantId, count: number): Promise<void> {
  for (const statement of [MEMORIES, TAGS, TOTALS]) {
    await tx.query(statement, statement === MEMORIES ? [tenant, count] : [tenant]);
  }
}

/** What features, the outbox, webhooks and the index queue keep of loaded memories. */
export async function loadTheRest(tx: EntityManager, tenant: TenantId, featuresVersion: number): Promise<void> {
  await tx.query(FEATURES, [tenant, LOADED.model, featuresVersion]);
  await tx.query(WEBHOOK, [tenant, LOADED.webhookId]);
  for (const statement of [MENTIONS, INDEX_QUEUE, EVENTS, ATTEMPTS, IDEMPOTENCY, DELETION_JOBS, DELETION_QUEUE]) {
    await tx.query(statement, [tenant]);
  }
  await tx.query(DELIVERIES, [tenant, LOADED.webhookId]);
}

/** Vectors and terms, where the database holds them. */
export async function loadVectors(tx: EntityManager, tenant: TenantId): Promise<void> {
  await tx.query(VECTOR_MEMORIES, [tenant]);
  await tx.query(VECTOR_POINTS, [tenant]);
  await tx.query(VECTOR_TERMS, [tenant]);
}

const MEMORIES = `
  INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, external_id, bytes, version, created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'memory ' || i || repeat(' of a boat', 20), 'type' || i % 13, (i % 100) / 100.0,
         ARRAY['common', 'half' || i % 2, 'tag' || i % 40] || CASE WHEN i % 1000 = 0 THEN '{rare}'::text[] ELSE '{}' END,
         json_build_object('sessionId', 'session' || i / 20, 'speaker', 'Ann', 'userId', json_build_array('everybody', 'user' || i % 500)), 'external' || i, 100, 1,
         timestamptz '2026-01-01Z' + i * interval '1 minute', timestamptz '2026-01-01Z' + (i * 7919 % $2::int) * interval '1 minute'
    FROM generate_series(1, $2::int) i`;
const TAGS = `
  INSERT INTO memory_tags (tenant_id, memory_id, tag) SELECT tenant_id, id, unnest(tags) FROM memories WHERE tenant_id = $1`;
const TOTALS = `
  INSERT INTO memory_totals (tenant_id, type, slot, memories, bytes)
  SELECT tenant_id, type, 0, count(*), sum(bytes) FROM memories WHERE tenant_id = $1 GROUP BY tenant_id, type`;
const FEATURES = `
  INSERT INTO memory_features
    (tenant_id, memory_id, model_id, memory_version, features_version, event_at, bucket, mentions, features, packed)
  SELECT tenant_id, id, $2, 1, $3, created_at, random() * 1023, ARRAY[1, random() * 500]::bigint[], '{}', decode(repeat('00', 40), 'hex')
    FROM memories WHERE tenant_id = $1`;
const MENTIONS = `
  INSERT INTO memory_mentions (tenant_id, mention, memory_id)
  SELECT DISTINCT tenant_id, unnest(mentions), memory_id FROM memory_features WHERE tenant_id = $1`;
const INDEX_QUEUE = `
  INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
  SELECT tenant_id, id, 'sample@1', 1, now() - interval '1 second' FROM memories WHERE tenant_id = $1`;
const EVENTS = `
  INSERT INTO outbox_events (tenant_id, id, name, resource_id, sequence, data, request_id, created_at)
  SELECT tenant_id, id, 'memory.created', id::text, 1, '{}', 'r', created_at FROM memories WHERE tenant_id = $1`;
const WEBHOOK = `
  WITH made AS (
    INSERT INTO webhooks (tenant_id, id, name, url, fingerprint, events, secret, created_at, updated_at)
    VALUES ($1, $2, 'w', 'https://example.com', '\\x00', '{memory.created}', 'sealed', now(), now()))
  INSERT INTO webhook_states (tenant_id, webhook_id, status, secret_key_id) VALUES ($1, $2, 'active', 'present')`;
const DELIVERIES = `
  INSERT INTO webhook_deliveries
    (tenant_id, id, webhook_id, event_id, event, status, next_attempt_at, created_at, updated_at)
  SELECT tenant_id, id, $2, id, 'memory.created', 'pending', now() - interval '1 second',
         created_at, created_at FROM memories WHERE tenant_id = $1`;
const ATTEMPTS = `
  INSERT INTO webhook_attempts (tenant_id, delivery_id, number, attempted_at, latency_ms)
  SELECT tenant_id, id, 9, created_at, 5 FROM memories WHERE tenant_id = $1`;
const IDEMPOTENCY = `
  INSERT INTO idempotency_keys (tenant_id, key, request_hash, expires_at)
  SELECT tenant_id, id::text, decode(repeat('00', 32), 'hex'), now() - interval '1 second' FROM memories WHERE tenant_id = $1`;
const DELETION_JOBS = `
  INSERT INTO deletion_jobs (tenant_id, id, state, filter, matched, created_at, updated_at)
  SELECT tenant_id, id, 'running', '{"type":"task"}', 5000, now(), now() FROM memories WHERE tenant_id = $1`;
const DELETION_QUEUE = `
  INSERT INTO deletion_queue (tenant_id, job_id, due_at, holder)
  SELECT tenant_id, id, now() - interval '1 second', '${LOADED.holder}' FROM memories WHERE tenant_id = $1`;
const VECTOR_MEMORIES = `
  INSERT INTO vector_memories (tenant_id, memory_id, version) SELECT tenant_id, id, 1 FROM memories WHERE tenant_id = $1`;
const VECTOR_POINTS = `
  INSERT INTO vector_points
    (tenant_id, memory_id, passage, start_offset, end_offset, type, tags, created_at, attributes, occurred_at, expires_at,
     terms, embedding)
  SELECT tenant_id, id, 0, 0, 10, type, tags, created_at, ARRAY['speaker=Ann', 'sessionId=' || (metadata->>'sessionId')],
         created_at, CASE WHEN random() < 0.02 THEN now() - interval '1 hour' END, ARRAY[1, 2 + (random() * 500)::int],
         ('[' || random() || ',' || random() || ',1]')::vector FROM memories WHERE tenant_id = $1`;
const VECTOR_TERMS = `
  INSERT INTO vector_terms (tenant_id, term, memory_id, passage)
  SELECT DISTINCT tenant_id, unnest(terms), memory_id, passage FROM vector_points WHERE tenant_id = $1`;
