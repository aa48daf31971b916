import type { Bed } from './bed.js';
import type { BenchMemory, Corpus } from './corpus.js';
import type { FloorProcess } from './floor/floor-process.js';
import { ServiceClient } from './service-client.js';
import { httpLoad, type LoadRequest } from './http-load.js';
import type { Sample, Task } from './sample.js';

/** Something a client does, and the same done by the bare script. */
export interface Operation {
  readonly name: string;
  /** Requests a measurement with one client, and with many. */
  readonly counts: readonly [one: number, many: number];
  /** Least share of the floor's throughput; undefined where none is asked for. */
  readonly wanted: number | undefined;
  service(task: Task): Promise<Sample>;
  floor(floor: FloorProcess, task: Task): Promise<Sample>;
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
  return [...reads(client, mine, theirs), search(client, corpus), create(client, corpus), bulk(client, corpus)];
}

function reads(client: ServiceClient, mine: readonly string[], theirs: readonly string[]): Operation[] {
  return [
    {
      name: 'get',
      counts: [400, 2_000],
      wanted: 0.5,
      service: (task) => client.send(gets(mine, task), task),
      floor: ({ url }, task) => httpLoad(url, undefined, gets(theirs, task), task.concurrency),
    },
    {
      name: 'list-50',
      counts: [200, 600],
      wanted: undefined,
      service: (task) => client.send(gets([client.path('', { limit: '50' })], task), task),
      floor: ({ url }, task) => httpLoad(url, undefined, gets(['/memories?limit=50'], task), task.concurrency),
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
    floor: (floor, task) => floor.search(corpus.queries(task.count), task.concurrency),
  };
}

function create(client: ServiceClient, corpus: Corpus): Operation {
  return {
    name: 'create',
    counts: [150, 600],
    wanted: 0.6,
    service: (task) => client.post('', corpus.memories(task.count), task),
    floor: (floor, task) => floor.create(corpus.memories(task.count), task.concurrency),
  };
}

/** What comes in at once, stored and indexed when it is answered; the floor only embeds the same texts. */
function bulk(client: ServiceClient, corpus: Corpus): Operation {
  const imports = (count: number): BenchMemory[][] => Array.from({ length: count }, () => corpus.memories(LINES));
  return {
    name: `import-${LINES}`,
    counts: [10, 32],
    wanted: 0.7,
    service: (task) => client.import(imports(task.count), task),
    floor: (floor, { count, concurrency }) =>
      floor.embed(
        imports(count).map((memories) => memories.map(({ content }) => content)),
        concurrency,
      ),
  };
}

function gets(paths: readonly string[], { count }: Task): LoadRequest[] {
  return Array.from({ length: count }, (_, i) => ({ method: 'GET', path: paths[i % paths.length] ?? '' }));
}
