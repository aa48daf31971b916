import type { Mneme } from '@mneme/client';
import { newTenant, type Api, type ApiResponse, type TestTenant } from '../service/api.js';
import type { SharedServer } from '../service/shared-server.js';
import { asIs, optionsOf, parametersOf, type Fields } from './given.js';
import { recorded } from './recorded-call.js';

/** What a filter of memories says, as a search has it; a query has each key of the metadata as a parameter. */
export interface Filter extends Fields {
  readonly metadata?: Fields;
}

/**
 * Works with the memories of a tenant, through `@mneme/client`. What comes is shown as it came, and is what the client
 * makes of it. A query is read into the client's parameters: one that they cannot express is sent through `api`.
 */
export class MemoriesClient {
  constructor(
    readonly tenant: TestTenant,
    readonly api: Api = tenant.api,
  ) {}

  static async ofNewTenant(server?: SharedServer): Promise<MemoriesClient> {
    return new MemoriesClient(await newTenant(server));
  }

  create(fields: Fields, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const memory = { content: 'x', type: 'semantic', ...fields };
    return this.recorded(({ memories }) => memories.create(asIs(memory), optionsOf(headers)));
  }

  /** @returns the id. @throws Error where it was not created */
  async created(fields: Fields): Promise<string> {
    const response = await this.create(fields);
    if (response.status !== 201) throw new Error(response.text);
    return response.body.data.id as string;
  }

  bulk(items: readonly Fields[], more: Fields = {}, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.createMany(asIs(items), asIs(more), optionsOf(headers)));
  }

  import(records: readonly Fields[], query = ''): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.import(asIs(records), parametersOf(query)));
  }

  get(id: string, query = ''): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.get(id, parametersOf(query)));
  }

  history(id: string, query = ''): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.history.list(id, parametersOf(query)).page());
  }

  patch(id: string, changes: Fields, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.update(id, asIs(changes), optionsOf(headers)));
  }

  remove(id: string): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.delete(id));
  }

  named(externalId: string): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.byExternalId.get(externalId));
  }

  put(externalId: string, fields: Fields, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const memory = { content: 'x', type: 'semantic', ...fields };
    return this.recorded(({ memories }) => memories.byExternalId.upsert(externalId, asIs(memory), optionsOf(headers)));
  }

  removeNamed(externalId: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.byExternalId.delete(externalId, optionsOf(headers)));
  }

  list(query: string | Filter = ''): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.list(parametersOf(query)).page());
  }

  count(query: string | Filter = ''): Promise<ApiResponse> {
    return this.recorded(({ memories }) => memories.count(parametersOf(query)));
  }

  export(query: string | Filter = ''): Promise<ApiResponse> {
    return this.recorded(({ memories }) => all(memories.export(parametersOf(query))));
  }

  search(fields: Fields = {}): Promise<ApiResponse> {
    const { query, ...params } = { query: 'x', limit: 100, collapse: 'none', ...fields };
    return this.recorded(({ memories }) => memories.search(asIs(query), asIs(params)));
  }

  /**
   * The contents of the memories that a filter means, sorted: those of up to 100.
   * @throws Error where list, its total, count, export and search do not mean the same ones
   */
  async meant(filter: Filter): Promise<string[]> {
    const [list, count, exported, search] = await Promise.all([
      this.list({ limit: 100, ...filter }),
      this.count(filter),
      this.export(filter),
      this.search(filter),
    ]);
    const lines = exported.text.split('\n').filter((line) => line !== '');
    const answers = {
      list: contents(list.body.data?.memories),
      export: contents(lines.map((line) => JSON.parse(line) as Fields)),
      search: contents(search.body.data?.results),
    };
    const [first, ...others] = Object.values(answers).map((each) => JSON.stringify(each));
    const totals = [list.body.data?.pagination.total, count.body.data?.count];
    if (others.some((each) => each !== first) || totals.some((total) => total !== answers.list.length)) {
      throw new Error(`${JSON.stringify(filter)} means ${JSON.stringify({ ...answers, totals })}`);
    }
    return answers.list;
  }

  /** What is stored of them, as the quota knows it: how many, and bytes. */
  async usage(): Promise<number[]> {
    const { data } = (await this.recorded(({ usage }) => usage.get())).body;
    return [data.memories.count, data.storage.used];
  }

  private recorded(call: (mneme: Mneme) => PromiseLike<unknown>): Promise<ApiResponse> {
    return recorded({ tenantId: this.tenant.tenantId, api: this.api }, call);
  }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const value of values) read.push(value);
  return read;
}

function contents(memories: readonly Fields[] = []): string[] {
  return memories.map(({ content }) => content as string).toSorted();
}
