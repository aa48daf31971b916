import type { Bed, CredentialKind } from '../beds/bed.js';
import type { BenchMemory, Corpus } from '../data/corpus.js';
import type { FloorProcess } from '../floor/floor-process.js';
import { ServiceClient } from './service-client.js';
import { httpLoad, type LoadRequest } from './http-load.js';
import type { Sample, Task } from '../data/sample.js';
import { StoredRecords } from '../data/stored-records.js';

/** Something a client does, and the same done by the bare script. */
export interface Operation {
  readonly name: string;
  /** Requests a measurement with one client, and with many. */
  readonly counts: readonly [one: number, many: number];
  /** Least share of the floor's throughput; undefined where none is asked for. */
  readonly wanted: number | undefined;
  /** Whether work is left when it is answered: events, features. */
  readonly leavesWork: boolean;
  readonly service: Doer;
  /** The same done by the bare script; none where there is none. */
  readonly floors: readonly Floor[];
}

/** A process that does the work. */
export interface Doer {
  readonly pid: number;
  run(task: Task): Promise<Sample>;
}

/** `name` tells several floors of one operation apart. */
export interface Floor extends Doer {
  readonly name?: string;
}

/** So many memories are read in turn. */
const IDS = 500;
/** Lines of an import. */
const LINES = 200;

/** Reading first, so that the tenant has the size that the table says. What comes in bulk is sent with the first credential only. */
export async function operationsOn(bed: Bed, corpus: Corpus, kinds: readonly CredentialKind[]): Promise<Operation[]> {
  const clients = kinds.map((kind) => new ServiceClient(bed, kind));
  const [first] = clients;
  if (first === undefined) return [];
  const mine = (await first.ids(IDS)).map((id) => first.path(`/${id}`));
  const theirs = ((await bed.floor?.ids(IDS)) ?? []).map((id) => `/memories/${id}`);
  const work = { bed, corpus };
  return [
    ...clients.flatMap((client) => [...reads(bed, client, mine, theirs), search(work, client)]),
    ...clients.map((client) => create(work, client)),
    bulk(work, first),
    ...(await reindex(bed)),
  ];
}

interface Work {
  readonly bed: Bed;
  readonly corpus: Corpus;
}

function named(operation: string, { kind }: ServiceClient): string {
  return kind === 'key' ? operation : `${operation}, JWT`;
}

function serviceOf({ service }: Bed, run: Doer['run']): Doer {
  return { pid: service.pid, run };
}

function floorOf({ floor }: Bed, run: (floor: FloorProcess, task: Task) => Promise<Sample>, name?: string): Floor[] {
  if (floor === undefined) return [];
  return [{ pid: floor.pid, run: (task) => run(floor, task), ...(name === undefined ? {} : { name }) }];
}

function reads(bed: Bed, client: ServiceClient, mine: readonly string[], theirs: readonly string[]): Operation[] {
  const bare = (paths: readonly string[]): Floor[] =>
    floorOf(bed, ({ url }, task) => httpLoad(url, undefined, gets(paths, task), task.concurrency));
  return [
    {
      name: named('get', client),
      counts: [400, 2_000],
      wanted: 0.5,
      leavesWork: false,
      service: serviceOf(bed, (task) => client.send(gets(mine, task), task)),
      floors: bare(theirs),
    },
    {
      name: named('list-50', client),
      counts: [200, 600],
      wanted: undefined,
      leavesWork: false,
      service: serviceOf(bed, (task) => client.send(gets([client.path('', { limit: '50' })], task), task)),
      floors: bare(['/memories?limit=50']),
    },
  ];
}

function search({ bed, corpus }: Work, client: ServiceClient): Operation {
  const queries = (count: number): object[] => corpus.queries(count).map((query) => ({ query }));
  return {
    name: named('search', client),
    counts: [150, 400],
    wanted: 0.6,
    leavesWork: false,
    service: serviceOf(bed, (task) => client.post('/search', queries(task.count), task)),
    floors: floorOf(bed, (floor, task) => floor.search(corpus.queries(task.count), task.concurrency)),
  };
}

function create({ bed, corpus }: Work, client: ServiceClient): Operation {
  return {
    name: named('create', client),
    counts: [150, 600],
    wanted: 0.6,
    leavesWork: true,
    service: serviceOf(bed, (task) => client.post('', corpus.memories(task.count), task)),
    floors: floorOf(bed, (floor, task) => floor.create(corpus.memories(task.count), task.concurrency)),
  };
}

/** What comes in at once, stored and indexed when it is answered; the floors only embed the same texts. */
function bulk({ bed, corpus }: Work, client: ServiceClient): Operation {
  const imports = (count: number): BenchMemory[][] => Array.from({ length: count }, () => corpus.memories(LINES));
  const texts = ({ count }: Task): string[][] => imports(count).map((memories) => memories.map(contentOf));
  return {
    name: `import-${LINES}`,
    counts: [10, 32],
    wanted: 0.7,
    leavesWork: true,
    service: serviceOf(bed, (task) => client.import(imports(task.count), task)),
    floors: models(bed, texts),
  };
}

/** Indexing alone: records that are stored are read, embedded and indexed anew, as `mneme reindex` has it done. */
async function reindex(bed: Bed): Promise<Operation[]> {
  if (bed.databaseUrl === undefined) return [];
  const records = await StoredRecords.open(bed.databaseUrl, bed.tenant);
  return [
    {
      name: `reindex-${LINES}`,
      counts: [10, 20],
      wanted: 0.7,
      leavesWork: true,
      service: serviceOf(bed, (task) => records.reindex(task.count * LINES, LINES)),
      floors: models(bed, (task) => records.contents(task.count * LINES, LINES)),
    },
  ];
}

/** What embedding these lists of texts takes at least, by the model in two ways. */
function models(bed: Bed, texts: (task: Task) => string[][]): Floor[] {
  return [
    ...floorOf(bed, (floor, task) => floor.embed(texts(task), task.concurrency), 'our run of the model'),
    ...floorOf(bed, (floor, task) => floor.embedPlainly(texts(task), task.concurrency), 'plain pipeline'),
  ];
}

function contentOf({ content }: BenchMemory): string {
  return content;
}

function gets(paths: readonly string[], { count }: Task): LoadRequest[] {
  return Array.from({ length: count }, (_, i) => ({ method: 'GET', path: paths[i % paths.length] ?? '' }));
}
