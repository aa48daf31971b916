import { randomUUID } from 'node:crypto';
import { formatId, newUuid, tenantId, type TenantId } from '@mneme/platform/ids';
import type { MemoryDeletionJob } from '../../../libs/memories/deletion/memory-deletion.job.js';
import { DeletionBed } from '../../support/database/deletion-bed.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const NOTHING = { memories: 0, bytes: 0 };
/** So many are found at once. */
const PART = 5_000;

describe.each(DATABASES)('a deletion that is a job, in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let bed: DeletionBed;
  let tenant: TenantId;
  const newTenant = async (): Promise<TenantId> => {
    const made = tenantId(`tenant-${randomUUID()}`);
    await bed.newTenant(made);
    return made;
  };
  const claim = (holder: string): Promise<string | undefined> =>
    bed.tenantDb.runSystem(async (tx) => (await bed.jobs.claim(tx, holder))?.jobId);
  const workOff = async (process: MemoryDeletionJob): Promise<void> => {
    while (await process.step());
  };

  beforeAll(async () => {
    opened = await open(8);
    bed = await DeletionBed.open(opened);
  }, 180_000);
  afterAll(async () => {
    await bed.outbox.app.close();
    await opened.close();
  });
  beforeEach(async () => {
    await bed.tenantDb.runSystem((tx) => tx.query('DELETE FROM deletion_queue'));
    tenant = await newTenant();
  });

  it('deletes what the filter means, gives the room back, and says of each that it is gone', async () => {
    const ids = await bed.store(tenant, 1_200, { tags: ['draft'] });
    await bed.store(tenant, 3, { type: 'event' });
    const job = await bed.begin(tenant, { tags: ['draft'] }, 1_200);
    const later = await bed.store(tenant, 2, { tags: ['draft'] });
    await workOff(bed.newProcess());
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'done', matched: 1_200, deleted: 1_200, error: null });
    expect((await bed.stored(tenant)).memories).toBe(3 + later.length);
    expect((await bed.heardOf(tenant)).sort()).toEqual(ids.map((id) => formatId('mem', id)).sort());
  });

  it('leaves what the filter does not mean any more', async () => {
    const [first = '', second = '', third = ''] = await bed.store(tenant, 3);
    const job = await bed.begin(tenant, { type: 'task' }, 3);
    const change = (id: string): Promise<unknown> =>
      bed.tenantDb.run(tenant, (tx) =>
        tx.query(`UPDATE memories SET type = 'event' WHERE tenant_id = $1 AND id = $2`, [tenant, id]),
      );
    await change(first);
    const found = await bed.removals.find(tenant, { type: 'task' }, 10);
    await change(second);
    const removed = await bed.tenantDb.run(tenant, (tx) => bed.removals.remove(tx, tenant, { type: 'task' }, found));
    expect([found.map(({ id }) => id), removed.map(({ memoryId }) => memoryId)]).toEqual([[second, third], [third]]);
    await workOff(bed.newProcess());
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'done', matched: 3, deleted: 0 });
    expect(await bed.stored(tenant)).toEqual({ memories: 2, bytes: 12 });
  });

  it('is one process’s until its lease is over; then another one goes on where it stood', async () => {
    await bed.store(tenant, PART + 700);
    const job = await bed.begin(tenant, { type: 'task' }, PART + 700);
    const [first, second] = [bed.newProcess(), bed.newProcess()];
    expect(await first.step()).toBe(true);
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'running', deleted: PART });
    expect((await bed.stored(tenant)).memories).toBe(700);
    // The first one takes the next part, and is killed.
    expect(await claim(newUuid())).toBe(job);
    expect([await second.step(), await claim(newUuid())]).toEqual([false, undefined]);
    await bed.passTime();
    await workOff(second);
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'done', deleted: PART + 700, filter: null });
    expect(await bed.stored(tenant)).toEqual(NOTHING);
  }, 120_000);

  it('is not ended, put off or moved on by a process that has lost it', async () => {
    const job = await bed.begin(tenant, { type: 'task' }, 5);
    const [late, holder] = [newUuid(), newUuid()];
    await claim(late);
    await bed.passTime();
    expect(await claim(holder)).toBe(job);
    await bed.tenantDb.run(tenant, async (tx) => {
      expect(await bed.jobs.keep(tx, tenant, job, late)).toBe(false);
      await bed.jobs.end(tx, tenant, job, late, null);
      await bed.jobs.release(tx, tenant, job, late);
      await bed.jobs.postpone(tx, tenant, job, late);
      await bed.jobs.progress(tx, tenant, job, 2, undefined);
    });
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'running', deleted: 2, afterId: null });
    expect(await claim(late)).toBeUndefined();
    expect(await bed.tenantDb.run(tenant, (tx) => bed.jobs.keep(tx, tenant, job, holder))).toBe(true);
  });

  it('counts each memory once, also where two processes are at work on it', async () => {
    await bed.store(tenant, 2_500);
    const job = await bed.begin(tenant, { type: 'task' }, 2_500);
    const [one, other] = [bed.newProcess(), bed.newProcess()];
    await Promise.all([one.step(), bed.passTime().then(() => other.step())]);
    await bed.passTime();
    while ((await bed.job(tenant, job))?.state === 'running') await one.step();
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'done', deleted: 2_500 });
    expect(await bed.stored(tenant)).toEqual(NOTHING);
    expect(new Set(await bed.heardOf(tenant)).size).toBe(2_500);
    expect(await bed.heardOf(tenant)).toHaveLength(2_500);
  }, 60_000);

  it('of one tenant does not keep another one’s waiting until it ends', async () => {
    await bed.store(tenant, PART + 1);
    const small = await newTenant();
    await bed.store(small, 2);
    const large = await bed.begin(tenant, { type: 'task' }, PART + 1);
    const little = await bed.begin(small, { type: 'task' }, 2);
    const process = bed.newProcess();
    await process.step();
    await process.step();
    expect(await bed.job(small, little)).toMatchObject({ state: 'done', deleted: 2 });
    expect(await bed.job(tenant, large)).toMatchObject({ state: 'running', deleted: PART });
    await workOff(process);
    expect(await bed.job(tenant, large)).toMatchObject({ state: 'done' });
  }, 60_000);

  it('of several is each done by one of several processes', async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, newTenant));
    const jobs: string[] = [];
    for (const each of tenants) {
      await bed.store(each, 600);
      jobs.push(await bed.begin(each, { type: 'task' }, 600));
    }
    await Promise.all([bed.newProcess(), bed.newProcess()].map(workOff));
    for (const [i, each] of tenants.entries()) {
      expect(await bed.job(each, jobs[i] ?? '')).toMatchObject({ state: 'done', deleted: 600 });
    }
  }, 60_000);

  it('leaves the rest to the next process where this one ends', async () => {
    await bed.store(tenant, 600);
    const job = await bed.begin(tenant, { type: 'task' }, 600);
    const ending = bed.newProcess();
    ending.onModuleDestroy();
    expect(await ending.step()).toBe(false);
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'running', deleted: 0 });
    await workOff(bed.newProcess());
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'done', deleted: 600 });
  });

  it('is tried again after a failure, and given up after twenty in a row', async () => {
    await bed.store(tenant, 2);
    // An offset that no date has: what the database refuses, as it would a statement that takes too long.
    const job = await bed.begin(tenant, { type: 'task', occurredTo: 'no date' }, 2);
    const process = bed.newProcess();
    for (let attempt = 1; attempt < 20; attempt++) {
      await expect(process.step()).rejects.toThrow();
      expect(await bed.job(tenant, job)).toMatchObject({ state: 'running' });
      // The pause doubles; the first ones, of a second or two, can be over on a busy machine.
      if (attempt >= 6) expect(await claim(newUuid())).toBeUndefined();
      await bed.passTime();
    }
    await expect(process.step()).rejects.toThrow();
    const given = { state: 'failed', deleted: 0, filter: null, error: expect.any(String) };
    expect(await bed.job(tenant, job)).toMatchObject(given);
    expect((await bed.stored(tenant)).memories).toBe(2);
    expect(await process.step()).toBe(false);
  });

  it('is known for seven days after its end', async () => {
    await bed.store(tenant, 1);
    const job = await bed.begin(tenant, { type: 'task' }, 1);
    const process = bed.newProcess();
    await workOff(process);
    const [row] = await bed.tenantDb.runSystem((tx) =>
      tx.query<{ days: number }[]>('SELECT extract(epoch FROM due_at - now()) / 86400 AS days FROM deletion_queue'),
    );
    expect(Number(row?.days)).toBeCloseTo(7, 1);
    await workOff(process);
    expect(await bed.job(tenant, job)).toMatchObject({ state: 'done' });
    await bed.passTime();
    await workOff(process);
    expect(await bed.job(tenant, job)).toBeUndefined();
    expect(await bed.outbox.count(tenant, 'deletion_queue')).toBe(0);
  });

  it('is nobody else’s: the system sees that it is there, and its tenant alone what it is about', async () => {
    const job = await bed.begin(tenant, { metadata: { userId: 'anna' } }, 1);
    const other = await newTenant();
    expect(await bed.job(other, job)).toBeUndefined();
    const read = (table: string) => `SELECT FROM ${table} WHERE tenant_id = '${tenant}'`;
    const seen = async (table: string): Promise<number[]> =>
      bed.tenantDb.runSystem(async (tx) => [(await tx.query<unknown[]>(read(table))).length]);
    expect([await seen('deletion_jobs'), await seen('deletion_queue')]).toEqual([[0], [1]]);
    const columns = await opened.database.dataSource.query<{ name: string }[]>(
      `SELECT attname::text AS name FROM pg_attribute
        WHERE attrelid = 'deletion_queue'::regclass AND attnum > 0 ORDER BY attnum`,
    );
    expect(columns.map(({ name }) => name)).toEqual(['tenant_id', 'job_id', 'due_at', 'holder', 'attempts']);
  });
});
