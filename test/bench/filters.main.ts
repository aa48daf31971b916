import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { MEASURED_FLAGS } from '../support/service/node-flags.js';
import { newPlace, TENANT } from './beds/service-place.js';
import { table } from './report/report.js';
import { figuresOf } from './data/sample.js';

const WANTED = 2;
const LINES_A_REQUEST = 5_000;
const HEAD = ['operation', 'filter', 'calls', 'p50 ms', 'p95 ms', 'without p50', 'ratio', 'wanted'] as const;

/** What a filter keeps: all memories, half, a tenth, a hundred, none; and two keys at once. */
const FILTERS: readonly (readonly [name: string, filter: Record<string, string>])[] = [
  ['all', { appId: 'bench' }],
  ['a half', { half: 'even' }],
  ['a tenth', { tenth: '3' }],
  ['100 memories', { userId: 'user7' }],
  ['none', { userId: 'nobody' }],
  ['a half of 100', { userId: 'user7', half: 'even' }],
  ['a tenth of all', { appId: 'bench', tenth: '3' }],
];

type Filter = Record<string, string>;

interface Operation {
  readonly name: string;
  readonly call: (filter: Filter, i: number) => Promise<unknown>;
  /** Before each call, outside of its time. */
  readonly prepare?: () => Promise<unknown>;
  readonly times: number;
}

/**
 * List, count, search and export over HTTP with a metadata filter and without, in turns. An export reads to its end; its
 * time is compared with that of an export without a filter. A total is remembered until the tenant's memories change: the
 * rows "after a write" count it each time.
 * Usage: npm run bench:filters -- --memories 100000 --rounds 20
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { memories: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '20' } },
  });
  const [memories, rounds] = [Number(values.memories), Number(values.rounds)];
  const place = await newPlace();
  const service = await MnemeProcess.start('api', { ...place.env, EMBEDDING_MODEL: 'builtin-fast' }, MEASURED_FLAGS);
  try {
    const client = new Client(service.url, await place.key());
    const startedAt = performance.now();
    await client.fill(memories);
    console.log(`${place.name}: ${memories} memories in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    const rows: string[][] = [];
    for (const operation of client.operations(rounds)) {
      for (const [name, filter] of FILTERS) rows.push(await compare(operation, name, filter));
    }
    console.log(
      `${table(HEAD, rows)}\nload ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    );
  } finally {
    await service.stop();
    await place.close();
  }
}

async function compare(operation: Operation, filterName: string, filter: Filter): Promise<string[]> {
  const { name, call, prepare, times } = operation;
  const [own, without]: [number[], number[]] = [[], []];
  for (let i = -1; i < times; i++) {
    for (const [asked, latencies] of [
      [{}, without],
      [filter, own],
    ] as const) {
      await prepare?.();
      const start = performance.now();
      await call(asked, i);
      // The first round warms up.
      if (i >= 0) latencies.push(performance.now() - start);
    }
  }
  const [mine, others] = [own, without].map((latencies) => figuresOf({ latencies, seconds: 1 }));
  const ratio = (mine?.p50 ?? 0) / (others?.p50 ?? 1);
  return [
    name,
    filterName,
    String(times),
    (mine?.p50 ?? 0).toFixed(1),
    (mine?.p95 ?? 0).toFixed(1),
    (others?.p50 ?? 0).toFixed(1),
    ratio.toFixed(2),
    `${WANTED} ${ratio <= WANTED ? 'ok' : 'MISSED'}`,
  ];
}

class Client {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  async fill(memories: number): Promise<void> {
    for (let from = 0; from < memories; from += LINES_A_REQUEST) {
      const lines = Array.from({ length: Math.min(LINES_A_REQUEST, memories - from) }, (_, i) =>
        JSON.stringify(record(from + i, memories)),
      );
      await this.send(`/import?tenantId=${TENANT}`, lines.join('\n'), 'application/x-ndjson');
    }
  }

  operations(rounds: number): readonly Operation[] {
    const inQuery = (filter: Filter): string =>
      Object.entries(filter)
        .map(([key, value]) => `&metadata.${key}=${value}`)
        .join('');
    const list = (filter: Filter): Promise<string> => this.send(`?tenantId=${TENANT}${inQuery(filter)}`);
    const sorted = (filter: Filter): Promise<string> =>
      this.send(`?tenantId=${TENANT}&sort=importance${inQuery(filter)}`);
    const exported = (filter: Filter): Promise<string> => this.send(`/export?tenantId=${TENANT}${inQuery(filter)}`);
    return [
      { name: 'list', call: list, times: rounds },
      { name: 'list by importance', call: sorted, times: rounds },
      { name: 'list after a write', call: list, prepare: () => this.create(), times: rounds },
      { name: 'count', call: (filter) => this.send(`/count?tenantId=${TENANT}${inQuery(filter)}`), times: rounds },
      { name: 'search', call: (filter, i) => this.search(filter, i), times: rounds },
      { name: 'export', call: exported, times: Math.ceil(rounds / 10) },
    ];
  }

  private create(): Promise<string> {
    return this.send('', JSON.stringify({ tenantId: TENANT, content: 'One more', type: 'event' }), 'application/json');
  }

  private search(metadata: Filter, i: number): Promise<string> {
    const body = { tenantId: TENANT, query: `the boat number ${i} in the harbour`, metadata };
    return this.send('/search', JSON.stringify(body), 'application/json');
  }

  private async send(path: string, body?: string, type?: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.key}`, ...(type && { 'content-type': type }) };
    const options = body === undefined ? { headers } : { method: 'POST', body, headers };
    const response = await fetch(`${this.url}/api/v1/memories${path}`, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }
}

function record(i: number, memories: number): object {
  const users = Math.max(1, Math.round(memories / 100));
  return {
    content: `Note ${i}: the boat ${i % 97} lies in harbour ${i % 53} of town ${i % 31}`,
    type: i % 3 === 0 ? 'event' : 'semantic',
    metadata: {
      appId: 'bench',
      userId: `user${i % users}`,
      half: i % 2 === 0 ? 'even' : 'odd',
      tenth: String(i % 10),
      sessionId: `session${Math.floor(i / 20)}`,
    },
  };
}

await main();
