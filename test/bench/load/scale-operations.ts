import type { ScaleBed } from '../beds/scale.bed.js';
import { Corpus } from '../data/corpus.js';
import { A_PROJECT, addedNotes, timeOf } from '../data/notes.js';
import { exportAll } from './export-run.js';

/** A tenant that holds the notes with these numbers. */
export interface FilledTenant {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  /** As it was filled. */
  readonly aDay?: number;
}

type Ask = (tenant: FilledTenant, i: number) => Promise<unknown>;

/** Something a client asks of a tenant. */
export interface ScaleOperation {
  readonly name: string;
  readonly times: number;
  /** Before each call, outside of its time. */
  readonly prepare?: Ask;
  readonly call: Ask;
}

const CHANNEL = 'metadata.channel=c3';
const KIND = 'type=decision&createdFrom=2024-01-01T00:00:00Z';
/** Operations after a write. */
const OTHER_WRITES = 5;
/** No two calls ask for neighbouring projects. */
const STEP = 7_919;

/** What the benchmark of sizes measures. Creates come last, so that each operation finds the size that the table names. */
export class ScaleOperations {
  private constructor(
    private readonly bed: ScaleBed,
    private readonly corpus: Corpus,
    private readonly times: number,
    private readonly size: number,
  ) {}

  /** @param size memories that there are in all */
  static async of(bed: ScaleBed, times: number, size: number): Promise<ScaleOperation[]> {
    const operations = new ScaleOperations(bed, await Corpus.open(undefined), times, size);
    return [...operations.searches(), ...operations.lists(), ...operations.analyses(), ...operations.writes()];
  }

  private searches(): ScaleOperation[] {
    const { times } = this;
    return [
      { name: 'search', times, call: this.search() },
      { name: 'search of a tenth', times, call: this.search(() => ({ channel: 'c3' })) },
      { name: 'search of 100', times, call: this.search((tenant, i) => ({ project: projectOf(tenant, i) })) },
    ];
  }

  private lists(): ScaleOperation[] {
    const { times } = this;
    const project: Part = (tenant, i) => `metadata.project=${projectOf(tenant, i)}`;
    return [
      { name: 'list', times, call: this.get('', () => '') },
      { name: 'list by importance', times, call: this.get('', () => 'sort=importance') },
      { name: 'list of 100', times, call: this.get('', project) },
      { name: 'list of a tenth', times, call: this.get('', () => CHANNEL) },
      { name: 'count', times, call: this.get('/count', () => '') },
      { name: 'count of 100', times, call: this.get('/count', project) },
      { name: 'count of a tenth', times, call: this.get('/count', () => CHANNEL) },
    ];
  }

  private analyses(): ScaleOperation[] {
    const topics = this.corpus.queries(this.few);
    const patterns = this.post('/intelligence/implicit-patterns', () => ({}));
    const chain = this.post('/intelligence/decision-chain', (_, i) => ({ topic: topics[i] }));
    return [
      { name: 'decision chain', times: this.few, call: chain },
      { name: 'patterns, first of a process', times: 1, call: patterns },
      { name: 'patterns', times: 5, call: patterns },
      { name: 'export', times: 1, call: ({ name }) => exportAll(this.bed, name) },
    ];
  }

  private writes(): ScaleOperation[] {
    const [times, prepare] = [this.few, this.create()];
    return [
      { name: 'create', times: this.times, call: prepare },
      { name: 'list after a write', times, prepare, call: this.get('', () => '') },
      { name: 'list of a tenth after a write', times, prepare, call: this.get('', () => CHANNEL) },
      { name: 'count of a tenth after a write', times, prepare, call: this.get('/count', () => CHANNEL) },
      { name: 'count of a type since a day after a write', times, prepare, call: this.get('/count', () => KIND) },
      { name: 'search after a write', times, prepare, call: this.search() },
    ];
  }

  /** Operations that take long or disturb the others. */
  private get few(): number {
    return Math.max(10, Math.ceil(this.times / 5));
  }

  /** Each query is asked once only. */
  private search(metadata?: (tenant: FilledTenant, i: number) => object): Ask {
    const queries = this.corpus.queries(this.times);
    return this.post('/memories/search', (tenant, i) => ({
      query: queries[i],
      limit: 10,
      ...(metadata && { metadata: metadata(tenant, i) }),
    }));
  }

  private create(): Ask {
    const notes = addedNotes(this.times + OTHER_WRITES * this.few, this.size);
    let next = 0;
    return this.post('/memories', ({ first, count, aDay }) => ({
      ...notes[next++ % notes.length],
      createdAt: timeOf(first + count - 1, aDay).toISOString(),
    }));
  }

  private get(path: string, query: Part): Ask {
    return (tenant, i) =>
      this.bed.call(tenant.name, {
        method: 'GET',
        path: `/memories${path}?tenantId=${tenant.name}&${query(tenant, i)}`,
      });
  }

  private post(path: string, body: (tenant: FilledTenant, i: number) => object): Ask {
    return (tenant, i) =>
      this.bed.call(tenant.name, { method: 'POST', path, body: { tenantId: tenant.name, ...body(tenant, i) } });
  }
}

/** Of a query string. */
type Part = (tenant: FilledTenant, i: number) => string;

function projectOf({ first, count }: FilledTenant, i: number): string {
  const projects = Math.max(1, Math.floor(count / A_PROJECT));
  return `p${Math.floor(first / A_PROJECT) + ((i * STEP) % projects)}`;
}
