import type { Worker } from 'node:worker_threads';
import { openEmbedded, type OpenDatabase } from '../../support/database/open-database.js';

describe('an embedded database whose thread is gone', () => {
  let opened: OpenDatabase;

  const die = async (): Promise<void> => {
    const { target } = opened.database as any;
    await (target.thread.worker as Worker).terminate();
  };

  beforeEach(async () => {
    opened = await openEmbedded();
  }, 180_000);

  it('refuses calls that are under way, and later ones, at once; closing it waits for nothing, and whoever asks is told', async () => {
    const { dataSource } = opened.database;
    // Longer than a test may take: they end because they are refused, or not at all.
    const underWay = ['first', 'second'].map((call) => dataSource.query(`SELECT pg_sleep(600), $1::text`, [call]));
    const outcomes = Promise.allSettled(underWay);
    await die();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(dataSource.query('SELECT 1')).rejects.toThrow();
    await opened.close();
    expect((await opened.database.lost).message).toBe('the embedded database has ended: exit code 1');
  });
});
