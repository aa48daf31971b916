import type { ApiPromise } from './api-promise.js';
import type * as api from './generated/types.gen.js';
import type { Source } from './ndjson.js';
import { PageList } from './paginate.js';
import { exportRecords, ImportRun, type ImportParams } from './transfer.js';
import type { RequestOptions, Transport } from './transport.js';

/** Parameters without the tenant, which the client adds. */
export type Params<T> = Omit<T, 'tenantId'>;

/** Which memories are meant: all conditions must hold. */
export interface MemoryFilter extends Omit<api.MemoriesCountData['query'], 'tenantId' | 'tags' | 'tag' | 'metadata'> {
  /** Tags can contain commas. */
  readonly tags?: readonly string[];
  /** Values at the top level of the metadata, or in lists there. */
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
}

type Paging = Pick<api.MemoriesListData['query'], 'page' | 'limit' | 'sort' | 'order' | 'cursor'>;

export interface MemoryListParams extends MemoryFilter, Paging {
  /** More fields for each memory. */
  readonly fields?: readonly ('tags' | 'metadata' | 'updatedAt' | 'externalId' | 'expiresAt' | 'supersededBy')[];
}

export type SearchParams = Omit<api.SearchMemories, 'query' | 'tenantId'>;

export class Memories {
  readonly byExternalId: MemoriesByExternalId;
  readonly history: MemoryHistories;

  constructor(private readonly transport: Transport) {
    this.byExternalId = new MemoriesByExternalId(transport);
    this.history = new MemoryHistories(transport);
  }

  /** Stores a memory. Search finds it as soon as this resolves. */
  create(memory: Params<api.CreateMemory>, options?: RequestOptions): ApiPromise<api.Memory> {
    return this.transport.call('memories.create', { body: memory }, options);
  }

  /** Stores up to 500 memories in one request; each has its own result. */
  createMany(
    memories: api.MemoryInput[],
    params: Pick<api.CreateMemories, 'onConflict'> = {},
    options?: RequestOptions,
  ): ApiPromise<api.BulkResult> {
    return this.transport.call('memories.createMany', { body: { ...params, memories } }, options);
  }

  get(id: string, params: { readonly version?: number } = {}, options?: RequestOptions): ApiPromise<api.Memory> {
    return this.transport.call('memories.get', { path: { id }, query: params }, options);
  }

  /** Lists memories, newest first. Iterate to read them all, or take one `page()`. */
  list(params: MemoryListParams = {}, options?: RequestOptions): PageList<api.MemoryItem, api.MemoryPage> {
    const { fields, page, limit, cursor, ...filter } = params;
    const query = { ...filterQuery(filter), fields: fields?.join(',') };
    return new PageList(
      { page, limit, cursor },
      (paging) => this.transport.call('memories.list', { query: { ...query, ...paging } }, options),
      ({ memories }) => memories,
    );
  }

  /** Counts the memories that a filter means. */
  count(filter: MemoryFilter = {}, options?: RequestOptions): ApiPromise<api.CountedMemories> {
    return this.transport.call('memories.count', { query: filterQuery(filter) }, options);
  }

  /** Changes fields; those that are left out keep their values. */
  update(id: string, changes: Params<api.UpdateMemory>, options?: RequestOptions): ApiPromise<api.Memory> {
    return this.transport.call('memories.update', { path: { id }, body: changes }, options);
  }

  delete(id: string, options?: RequestOptions): ApiPromise<api.DeletedMemory> {
    return this.transport.call('memories.delete', { path: { id } }, options);
  }

  /** Deletes the memories that a filter means. Of more than 1,000, a job does it: see `jobs.get`. */
  deleteMany(params: Params<api.DeleteMemories>, options?: RequestOptions): ApiPromise<api.DeletionResult> {
    return this.transport.call('memories.deleteMany', { body: params }, options);
  }

  /** Finds memories by meaning, the most relevant first. */
  search(query: string, params: SearchParams = {}, options?: RequestOptions): ApiPromise<api.SearchResults> {
    return this.transport.call('memories.search', { body: { ...params, query } }, options);
  }

  /**
   * Stores any number of records, in constant memory. Iterate for the result of each batch, or await the total.
   * @param records memories, or lines of NDJSON as they are
   */
  import(
    records: Source<api.MemoryRecord | string>,
    params: ImportParams = {},
    options: RequestOptions = {},
  ): ImportRun {
    return new ImportRun(this.transport, records, params, options);
  }

  /** Reads memories as records that `import` takes, oldest first, in constant memory. */
  export(filter: MemoryFilter = {}, options: RequestOptions = {}): AsyncGenerator<api.MemoryRecord, void, undefined> {
    return exportRecords(this.transport, filterQuery(filter), options);
  }
}

/** Memories by your own names for them. */
export class MemoriesByExternalId {
  constructor(private readonly transport: Transport) {}

  get(externalId: string, options?: RequestOptions): ApiPromise<api.Memory> {
    return this.transport.call('memories.byExternalId.get', { path: { externalId } }, options);
  }

  /** Creates the memory, or makes the existing one what is given: fields that are left out get their defaults. */
  upsert(externalId: string, memory: Params<api.UpsertMemory>, options?: RequestOptions): ApiPromise<api.Memory> {
    return this.transport.call('memories.byExternalId.upsert', { path: { externalId }, body: memory }, options);
  }

  delete(externalId: string, options?: RequestOptions): ApiPromise<api.DeletedMemory> {
    return this.transport.call('memories.byExternalId.delete', { path: { externalId } }, options);
  }
}

export class MemoryHistories {
  constructor(private readonly transport: Transport) {}

  /** Lists the versions of a memory, newest first. */
  list(
    id: string,
    params: { readonly limit?: number; readonly cursor?: string } = {},
    options?: RequestOptions,
  ): PageList<api.MemoryVersion, api.MemoryHistory> {
    return new PageList(
      params,
      (query) => this.transport.call('memories.history.list', { path: { id }, query: { ...query } }, options),
      ({ versions }) => versions,
    );
  }
}

/** As a query says it: each tag and each key of the metadata is a parameter. */
function filterQuery({ tags, metadata = {}, ...rest }: MemoryFilter): Record<string, unknown> {
  const keys = Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value] as const);
  return { ...rest, tag: tags, ...Object.fromEntries(keys) };
}
