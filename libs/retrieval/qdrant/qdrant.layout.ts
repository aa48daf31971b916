import type { EmbeddingModel } from '../embedding/embedding-model.js';
import type { CollectionInfo, NewCollection, PayloadIndex } from './qdrant.connection.js';

/** Counts changes of what is described here. A new collection is of this layout. */
export const LAYOUT = 3;
/**
 * What can still be searched and written to: a collection of it is used until its model's successor takes over. Points in
 * it may lack `attributes`, `occurred_at` and `expires_at`.
 */
export const FORMER_LAYOUT = 2;

/** Named vectors of a point. */
export const DENSE = 'dense';
export const TERMS = 'terms';

/** `mneme-3-builtin@3f2a91bc-4`: one collection a model and layout. */
export function collectionName(prefix: string, model: string, layout = LAYOUT): string {
  return `${prefix}-${layout}-${model.replace(/[^A-Za-z0-9@._-]/g, '~')}`;
}

/**
 * No global HNSW graph (m 0), one a tenant (payload_m 16): a search never walks through other tenants' points. The int8
 * copy stays in memory and finds candidates, whose cosines are then computed from the full vectors.
 */
export function newCollection(model: EmbeddingModel): NewCollection {
  return {
    vectors: { [DENSE]: { size: model.dimensions, distance: 'Cosine' } },
    sparse_vectors: { [TERMS]: {} },
    hnsw_config: { m: 0, payload_m: 16 },
    quantization_config: { scalar: { type: 'int8', quantile: 1, always_ram: true } },
    metadata: { model: model.id, LAYOUT },
  };
}

/**
 * Every field that a filter names. Only tenants get HNSW graphs (Qdrant 1.17 and newer; 1.16 makes graphs for frequent
 * values of the others too, which costs time and memory and changes no result).
 */
export const PAYLOAD_INDEXES: readonly PayloadIndex[] = [
  { field_name: 'tenant_id', field_schema: { type: 'keyword', is_tenant: true } },
  { field_name: 'memory_id', field_schema: { type: 'uuid', enable_hnsw: false } },
  { field_name: 'version', field_schema: { type: 'integer', lookup: false, range: true, enable_hnsw: false } },
  { field_name: 'passage', field_schema: { type: 'integer', lookup: true, range: true, enable_hnsw: false } },
  { field_name: 'type', field_schema: { type: 'keyword', enable_hnsw: false } },
  { field_name: 'tags', field_schema: { type: 'keyword', enable_hnsw: false } },
  { field_name: 'created_at', field_schema: { type: 'datetime', enable_hnsw: false } },
  { field_name: 'attributes', field_schema: { type: 'keyword', enable_hnsw: false } },
  { field_name: 'occurred_at', field_schema: { type: 'datetime', enable_hnsw: false } },
  { field_name: 'expires_at', field_schema: { type: 'datetime', enable_hnsw: false } },
  { field_name: 'terms', field_schema: { type: 'integer', lookup: true, range: false, enable_hnsw: false } },
];

/** The model whose vectors a collection holds, as it was noted when the collection was made. */
function modelOf(info: CollectionInfo): string {
  const model = info.config.metadata?.['model'];
  return typeof model === 'string' ? model : 'that is not recorded';
}

/** What keeps a collection from being used with a model; empty where nothing does. */
export function layoutFaults(info: CollectionInfo, model: EmbeddingModel): string[] {
  const dense = namedVector(info.config.params.vectors, DENSE);
  const faults: string[] = [];
  if (modelOf(info) !== model.id) faults.push(`its model is ${modelOf(info)}, not ${model.id}`);
  if (dense === undefined) faults.push(`it has no vectors named ${DENSE}`);
  else {
    if (dense.size !== model.dimensions) {
      faults.push(`its vectors have ${String(dense.size)} dimensions, not ${model.dimensions}`);
    }
    if (dense.distance !== 'Cosine') faults.push(`its distance is ${String(dense.distance)}, not Cosine`);
  }
  if (info.config.params.sparse_vectors?.[TERMS] === undefined) faults.push(`it has no sparse vectors named ${TERMS}`);
  return faults;
}

function namedVector(vectors: unknown, name: string): { size?: unknown; distance?: unknown } | undefined {
  const named = (vectors ?? {}) as Record<string, { size?: unknown; distance?: unknown } | undefined>;
  return named[name];
}
