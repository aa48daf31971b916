import type { Worker } from 'node:worker_threads';
import { openEmbedded, type OpenDatabase } from '../support/open-database.js';

/** Whoever waits longer waits for a reply that does not come. */
const SOON_MS = 5_000;

async function soon(work: Promise<unknown>): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('still waiting'), SOON_MS).unref());
  return Promise.race([
    late,
    work.then(
      () => 'done',
      () => 'refused',
    ),
  ]);
}

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
    const underWay = ['first', 'second'].map((call) => dataSource.query(`SELECT pg_sleep(60), $1::text`, [call]));
    const outcomes = Promise.all(underWay.map((call) => soon(call)));
    await die();
    expect(await outcomes).toEqual(['refused', 'refused']);
    expect(await soon(dataSource.query('SELECT 1'))).toBe('refused');
    expect(await soon(opened.close())).toBe('done');
    expect((await opened.database.lost).message).toBe('the embedded database has ended: exit code 1');
  });
});
