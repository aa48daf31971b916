import type { Bed } from '../beds/bed.js';
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
  service(task: Task): Promise<Sample>;
  readonly floors: readonly Floor[];
}

/** The same done by the bare script; `name` tells several floors of one operation apart. */
export interface Floor {
  readonly name?: string;
  run(floor: FloorProcess, task: Task): Promise<Sample>;
}

/** So many memories are read in turn. */
const IDS = 500;
/** Lines of an import. */
const LINES = 200;

/** Reading first, so that the tenant has the size that the table says. */
export async function operationsOn(bed: Bed, corpus: Corpus): Promise<Operation[]> {
  const client = new ServiceClient(bed);
  const mine = (await client.ids(IDS)).map((id) => client.path(`/${id}`));
  const theirs = ((await bed.floor?.ids(IDS)) ?? []).map((id) => `/memories/${id}`);
  const writes = [create(client, corpus), bulk(client, corpus), ...(await reindex(bed))];
  return [...reads(client, mine, theirs), search(client, corpus), ...writes];
}

function reads(client: ServiceClient, mine: readonly string[], theirs: readonly string[]): Operation[] {
  return [
    {
      name: 'get',
      counts: [400, 2_000],
      wanted: 0.5,
      service: (task) => client.send(gets(mine, task), task),
      floors: [{ run: ({ url }, task) => httpLoad(url, undefined, gets(theirs, task), task.concurrency) }],
    },
    {
      name: 'list-50',
      counts: [200, 600],
      wanted: undefined,
      service: (task) => client.send(gets([client.path('', { limit: '50' })], task), task),
      floors: [
        { run: ({ url }, task) => httpLoad(url, undefined, gets(['/memories?limit=50'], task), task.concurrency) },
      ],
    },
  ];
}

function search(client: ServiceClient, corpus: Corpus): Operation {
  return {
    name: 'search',
    counts: [150, 400],
    wanted: 0.6,
    service: (task) =>
      client.post(
        '/search',
        corpus.queries(task.count).map((query) => ({ query })),
        task,
      ),
    floors: [{ run: (floor, task) => floor.search(corpus.queries(task.count), task.concurrency) }],
  };
}

function create(client: ServiceClient, corpus: Corpus): Operation {
  return {
    name: 'create',
    counts: [150, 600],
    wanted: 0.6,
    service: (task) => client.post('', corpus.memories(task.count), task),
    floors: [{ run: (floor, task) => floor.create(corpus.memories(task.count), task.concurrency) }],
  };
}

/** What comes in at once, stored and indexed when it is answered; the floors only embed the same texts. */
function bulk(client: ServiceClient, corpus: Corpus): Operation {
  const imports = (count: number): BenchMemory[][] => Array.from({ length: count }, () => corpus.memories(LINES));
  const texts = ({ count }: Task): string[][] => imports(count).map((memories) => memories.map(contentOf));
  return {
    name: `import-${LINES}`,
    counts: [10, 32],
    wanted: 0.7,
    service: (task) => client.import(imports(task.count), task),
    floors: models(texts),
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
      service: (task) => records.reindex(task.count * LINES, LINES),
      floors: models((task) => records.contents(task.count * LINES, LINES)),
    },
  ];
}

/** What embedding these lists of texts takes at least, by the model in two ways. */
function models(texts: (task: Task) => string[][]): Floor[] {
  return [
    { name: 'our run of the model', run: (floor, task) => floor.embed(texts(task), task.concurrency) },
    { name: 'plain pipeline', run: (floor, task) => floor.embedPlainly(texts(task), task.concurrency) },
  ];
}

function contentOf({ content }: BenchMemory): string {
  return content;
}

function gets(paths: readonly string[], { count }: Task): LoadRequest[] {
  return Array.from({ length: count }, (_, i) => ({ method: 'GET', path: paths[i % paths.length] ?? '' }));
}
