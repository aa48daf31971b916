import 'reflect-metadata';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { SORT_FIELDS } from '../../libs/memories/listing/list-order.js';
import { MemoryExportService } from '../../libs/memories/transfer/memory-export.service.js';
import type { MemoryFilter } from '../../libs/memories/listing/memory-filter.js';
import { FilterMeasuresRepository } from '../../libs/memories/listing/filter-measures.repository.js';
import { FilterMeasures } from '../../libs/memories/listing/filter-measures.service.js';
import { MemoryListRepository } from '../../libs/memories/listing/memory-list.repository.js';
import { MemoriesRepository } from '../../libs/memories/storage/memories.repository.js';
import { MemoryListService } from '../../libs/memories/listing/memory-list.service.js';
import { PgvectorIndex } from '../../libs/retrieval/pgvector/pgvector.index.js';
import { LIST_FILTERS } from '../support/database/list-filters.js';
import { DATABASES, type OpenDatabase } from '../support/database/open-database.js';
import { loadMemories, loadVectors } from '../support/database/tenant-load.js';
import { table } from './report/report.js';
import { figuresOf } from './data/sample.js';

const OTHER = tenantId('seen');
const TENANT = tenantId('unseen');
const WANTED_P95_MS = 150;
const HEAD = ['database', 'operation', 'calls', 'p50 ms', 'p95 ms', 'max ms', 'slowest', 'wanted'] as const;

interface Timing {
  readonly operation: string;
  readonly filter: string;
  readonly ms: number;
}

/**
 * Every filter and each pair of filters of a tenant that the planner's statistics do not know: another one was there at
 * the last ANALYZE. All is one transaction, so that neither autovacuum nor the embedded maintenance sees the new rows.
 * Usage: npm run bench:lists -- --memories 10000 --others 1000 --rounds 3
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      memories: { type: 'string', default: '10000' },
      others: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
    },
  });
  const [memories, others, rounds] = [values.memories, values.others, values.rounds].map(Number) as [
    number,
    number,
    number,
  ];
  const rows: string[][] = [];
  for (const [name, open] of DATABASES) {
    const opened = await open();
    try {
      const timings = await measure(name, opened, { memories, others, rounds });
      const operations = [...new Set(timings.map(({ operation }) => operation))];
      rows.push(
        ...operations.map((operation) =>
          rowOf(
            name,
            timings.filter((timing) => timing.operation === operation),
          ),
        ),
      );
    } finally {
      await opened.close();
    }
  }
  console.log(
    `${memories} memories, ${LIST_FILTERS.length} filters and pairs, ${rounds} rounds\n\n${table(HEAD, rows)}\n`,
  );
  console.log(
    `load at the end ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  );
}

async function measure(
  name: string,
  opened: OpenDatabase,
  { memories, others, rounds }: { memories: number; others: number; rounds: number },
): Promise<Timing[]> {
  const db = new TenantDb(opened.database.dataSource);
  const vectors = name === 'embedded';
  const load = async (tx: EntityManager, tenant: TenantId, count: number): Promise<void> => {
    await loadMemories(tx, tenant, count);
    if (vectors) await loadVectors(tx, tenant);
  };
  await db.run(OTHER, (tx) => load(tx, OTHER, others));
  await opened.analyze();
  return db.run(TENANT, async (tx) => {
    await load(tx, TENANT, memories);
    const bench = new ListBench(tx, vectors);
    for (let round = 0; round < rounds; round++) {
      for (const { name: filter, filter: asked } of LIST_FILTERS) await bench.run(filter, asked);
    }
    return bench.timings;
  });
}

class ListBench {
  readonly timings: Timing[] = [];
  private readonly measures = new FilterMeasuresRepository();
  private readonly repository = new MemoryListRepository();
  private readonly list: MemoryListService;
  private readonly exports: MemoryExportService;
  private readonly vectors: PgvectorIndex | undefined;

  constructor(
    private readonly tx: EntityManager,
    vectors: boolean,
  ) {
    const work = <T>(_: TenantId, inside: (tx: EntityManager) => Promise<T>): Promise<T> => inside(tx);
    const db = { run: work, read: work } as unknown as TenantDb;
    const totals = new FilterMeasures(this.measures);
    this.list = new MemoryListService(db, totals, this.repository, new MemoriesRepository());
    this.exports = new MemoryExportService(db, totals, this.measures, this.repository);
    this.vectors = vectors ? new PgvectorIndex(db, 'a') : undefined;
  }

  async run(name: string, filter: MemoryFilter): Promise<void> {
    const { createdFrom, createdTo, ...others } = filter;
    const dates = {
      ...(createdFrom === undefined ? {} : { createdFrom: createdFrom.toISOString() }),
      ...(createdTo === undefined ? {} : { createdTo: createdTo.toISOString() }),
    };
    for (const sort of SORT_FIELDS) {
      for (const order of ['asc', 'desc'] as const) {
        for (const page of [1, 15]) {
          const query = { tenantId: TENANT, ...others, ...dates, sort, order, page };
          await this.time('list', name, () => this.list.page(TENANT, query as never));
        }
      }
    }
    await this.time('count', name, async () =>
      this.measures.total(this.tx, TENANT, await this.measures.narrowed(this.tx, TENANT, filter)),
    );
    await this.exported(name, filter);
    await this.searched(name, filter);
  }

  /** Page by page, as a client takes it. */
  private async exported(name: string, filter: MemoryFilter): Promise<void> {
    const pages = this.exports.records(TENANT, filter);
    const next = (): Promise<IteratorResult<unknown>> => this.time('export, a page', name, () => pages.next());
    for (let page = await next(); page.done !== true; page = await next());
  }

  private async searched(name: string, filter: MemoryFilter): Promise<void> {
    const { vectors } = this;
    if (vectors === undefined) return;
    const terms = [{ term: 7, weight: 1, frequency: 20 }];
    const query = {
      vector: new Float32Array([0.6, 0.8, 0]),
      terms,
      lexicalWeight: 0.5,
      lexicalPower: 2,
      candidates: 50,
      filter,
    };
    await this.time('search in the tables', name, () => vectors.search(TENANT, query));
  }

  private async time<T>(operation: string, filter: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    this.timings.push({ operation, filter, ms: performance.now() - start });
    return result;
  }
}

function rowOf(database: string, timings: readonly Timing[]): string[] {
  const { p50, p95 } = figuresOf({ latencies: timings.map(({ ms }) => ms), seconds: 1 });
  const slowest = timings.reduce((a, b) => (b.ms > a.ms ? b : a));
  return [
    database,
    slowest.operation,
    String(timings.length),
    p50.toFixed(1),
    p95.toFixed(1),
    slowest.ms.toFixed(1),
    slowest.filter,
    `${WANTED_P95_MS} ${p95 <= WANTED_P95_MS ? 'ok' : 'MISSED'}`,
  ];
}

await main();
