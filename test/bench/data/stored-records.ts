import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sample } from './sample.js';

/** Looking costs the database half a millisecond of processor time. */
const LOOK_MS = 25;

/** The records of a tenant in PostgreSQL, to be indexed anew. */
export class StoredRecords {
  private constructor(
    private readonly client: pg.Client,
    private readonly tenant: string,
    private readonly texts: readonly string[],
  ) {}

  /** @param url of a role that sees everything */
  static async open(url: string, tenant: string): Promise<StoredRecords> {
    const client = new pg.Client({ connectionString: url });
    // The database goes when the run is over, and its connections with it.
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ content: string }>(
      'SELECT content FROM memories WHERE tenant_id = $1 ORDER BY id',
      [tenant],
    );
    return new StoredRecords(
      client,
      tenant,
      rows.map(({ content }) => content),
    );
  }

  /** Contents of so many records in lists of so many; where there are fewer, from the beginning again. */
  contents(count: number, each: number): string[][] {
    const lists = Array.from({ length: Math.ceil(count / each) }, (_, list) => list * each);
    return lists.map((from) =>
      Array.from({ length: each }, (_, i) => this.texts[(from + i) % this.texts.length] ?? ''),
    );
  }

  /**
   * Queues records as `mneme reindex --tenant` does, for the service's sweep. The clock begins when the sweep takes the
   * first ones, which it looks for once a second.
   */
  async reindex(count: number, each: number): Promise<Sample> {
    await this.client.query(
      `INSERT INTO index_queue (tenant_id, memory_id, model_id, version, due_at)
       SELECT m.tenant_id, m.id, (SELECT e.id FROM embedding_models e WHERE e.state = 'current'), m.version, now() FROM memories m
        WHERE m.tenant_id = $1 ORDER BY m.id LIMIT $2
       ON CONFLICT ON CONSTRAINT index_queue_pk DO UPDATE SET due_at = now(), attempts = 0, dead_at = NULL`,
      [this.tenant, count],
    );
    const queued = await this.state();
    while ((await this.state()).due === queued.due) await pause(LOOK_MS);
    const start = performance.now();
    while ((await this.state()).waiting > 0) await pause(LOOK_MS);
    const seconds = (performance.now() - start) / 1_000;
    const lists = Math.max(1, Math.round(queued.waiting / each));
    return { latencies: Array.from({ length: lists }, () => (1_000 * seconds) / lists), seconds };
  }

  private async state(): Promise<{ waiting: number; due: number }> {
    const { rows } = await this.client.query<{ waiting: number; due: number }>(
      `SELECT count(*)::int AS waiting, count(*) FILTER (WHERE due_at <= now())::int AS due FROM index_queue WHERE tenant_id = $1`,
      [this.tenant],
    );
    return rows[0] ?? { waiting: 0, due: 0 };
  }
}
