import { DoublePoints } from './double-points.js';
import { fields, type Json, list, Refusal, size, text } from './refusal.js';

const FIELD_TYPES = ['keyword', 'integer', 'uuid', 'datetime'];

export interface DoubleCollection {
  readonly config: Json;
  readonly schema: Map<string, Json>;
  readonly points: DoublePoints;
}

/** Collections and aliases. */
export class DoubleCollections {
  private readonly collections = new Map<string, DoubleCollection>();
  private readonly aliases = new Map<string, string>();

  get names(): unknown {
    return { collections: [...this.collections.keys()].map((name) => ({ name })) };
  }

  get aliasList(): unknown {
    return { aliases: [...this.aliases].map(([alias_name, collection_name]) => ({ alias_name, collection_name })) };
  }

  get(name: string): DoubleCollection {
    const found = this.collections.get(this.aliases.get(name) ?? name);
    if (found === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
    return found;
  }

  info(name: string): unknown {
    const { config, schema, points } = this.get(name);
    const described = [...schema].map(([field, params]) => [field, { data_type: params['type'], params, points: 0 }]);
    return {
      status: 'green',
      optimizer_status: 'ok',
      points_count: points.size,
      segments_count: 1,
      config,
      payload_schema: Object.fromEntries(described) as Json,
    };
  }

  create(name: string, body: unknown): boolean {
    const known = ['vectors', 'sparse_vectors', 'hnsw_config', 'quantization_config', 'metadata'];
    const { vectors, sparse_vectors, metadata, ...config } = fields(body, 'body', known);
    if (this.collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
    const { dense } = fields(vectors, 'vectors', ['dense']);
    const { size: dimensions, distance } = fields(dense, 'vectors.dense', ['size', 'distance']);
    if (distance !== 'Cosine') throw new Refusal(400, 'Format error in JSON body: distance: unknown variant');
    fields(fields(sparse_vectors, 'sparse_vectors', ['terms'])['terms'], 'sparse_vectors.terms', []);
    fields(config['hnsw_config'], 'hnsw_config', ['m', 'payload_m']);
    const { scalar } = fields(config['quantization_config'], 'quantization_config', ['scalar']);
    fields(scalar, 'scalar', ['type', 'quantile', 'always_ram']);
    const schema = new Map<string, Json>();
    this.collections.set(name, {
      config: { params: { vectors, sparse_vectors }, metadata, ...config },
      schema,
      points: new DoublePoints(size(dimensions, 'size'), schema),
    });
    return true;
  }

  index(name: string, body: unknown): unknown {
    const { field_name: field, field_schema: schema } = fields(body, 'body', ['field_name', 'field_schema']);
    const params = fields(schema, 'field_schema', ['type', 'is_tenant', 'lookup', 'range', 'enable_hnsw']);
    if (!FIELD_TYPES.includes(text(params['type'], 'type'))) {
      throw new Refusal(
        400,
        'Format error in JSON body: data did not match any variant of untagged enum PayloadFieldSchema',
      );
    }
    this.get(name).schema.set(text(field, 'field_name'), params);
    return { operation_id: 0, status: 'completed' };
  }

  remove(name: string): boolean {
    const removed = this.collections.delete(name);
    for (const [alias, collection] of this.aliases) if (collection === name) this.aliases.delete(alias);
    return removed;
  }

  /** All or none. */
  alias(body: unknown): boolean {
    const { actions } = fields(body, 'body', ['actions']);
    const next = new Map(this.aliases);
    for (const action of list(actions, 'actions')) this.apply(next, action);
    this.aliases.clear();
    next.forEach((collection, alias) => this.aliases.set(alias, collection));
    return true;
  }

  private apply(aliases: Map<string, string>, action: unknown): void {
    const { create_alias: made, delete_alias: gone } = fields(action, 'action', ['create_alias', 'delete_alias']);
    if (gone !== undefined) {
      aliases.delete(text(fields(gone, 'delete_alias', ['alias_name'])['alias_name'], 'alias_name'));
      return;
    }
    const { alias_name, collection_name } = fields(made, 'create_alias', ['alias_name', 'collection_name']);
    const [alias, collection] = [text(alias_name, 'alias_name'), text(collection_name, 'collection_name')];
    if (!this.collections.has(collection))
      throw new Refusal(404, `Not found: Collection \`${collection}\` doesn't exist!`);
    if (this.collections.has(alias)) throw new Refusal(409, `Wrong input: Collection \`${alias}\` already exists!`);
    aliases.set(alias, collection);
  }
}
