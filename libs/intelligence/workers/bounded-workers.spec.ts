import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BoundedWorkers } from './bounded-workers.js';

const TASKS = `
  export function endless() { for (;;); }
  export function double(number) { return 2 * number; }
  export function greedy() { for (const all = []; ; ) all.push([all.length]); }
  export function failing() { throw new Error('a fault of the task'); }
`;
const LIMIT_MS = 3_000;

describe('a bounded pool', () => {
  let folder: string;
  let file: URL;
  let pool: BoundedWorkers;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-pool-'));
    file = pathToFileURL(join(folder, 'tasks.mjs'));
    await writeFile(file, TASKS);
    pool = new BoundedWorkers(file, LIMIT_MS);
  });
  afterAll(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  it('ends what takes too long, says so, and works on', async () => {
    await expect(pool.run(undefined, { name: 'endless' })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(pool.run(21, { name: 'double' })).resolves.toBe(42);
  }, 30_000);

  it('answers in time also whoever waits behind it', async () => {
    const tasks = ['endless', 'double'].map((name) => pool.run(21, { name }));
    for (const task of tasks) await expect(task).rejects.toMatchObject({ kind: 'unavailable' });
  }, 30_000);

  it('ends what takes too much memory, says so, and works on', async () => {
    const small = new BoundedWorkers(file, 20_000, 16);
    await expect(small.run(undefined, { name: 'greedy' })).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(small.run(21, { name: 'double' })).resolves.toBe(42);
    await small.close();
  }, 30_000);

  it('passes on what a task throws', async () => {
    await expect(pool.run(undefined, { name: 'failing' })).rejects.toThrow('a fault of the task');
  }, 30_000);
});
