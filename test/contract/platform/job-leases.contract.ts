import { TenantDb } from '@mneme/platform/database';
import { JobLeases, type SharedJob } from '../../../libs/platform/jobs/job-leases.js';
import { JobLeasesRepository } from '../../../libs/platform/jobs/job-leases.repository.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const HOUR_MS = 3_600_000;

describe.each(DATABASES)('a job that one process does for all, in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  let jobs = 0;
  const newProcess = (): JobLeases => new JobLeases(tenantDb, new JobLeasesRepository());
  const newJob = (work: () => Promise<boolean>, pauseMs = HOUR_MS): SharedJob => {
    return { name: `job ${++jobs}`, pauseMs: () => pauseMs, work };
  };
  const set = (name: string, column: string, value: string): Promise<void> =>
    tenantDb.runSystem(async (tx) => {
      await tx.query(`UPDATE job_leases SET ${column} = ${value} WHERE name = $1`, [name]);
    });

  beforeAll(async () => {
    opened = await open(8);
    tenantDb = new TenantDb(opened.database.dataSource);
  }, 180_000);
  afterAll(() => opened.close());

  it('is done once by eight that ask at once, and not again before its pause is over', async () => {
    let runs = 0;
    const job = newJob(() => Promise.resolve(++runs > 1));
    const processes = Array.from({ length: 8 }, newProcess);
    const ask = (): Promise<(boolean | undefined)[]> => Promise.all(processes.map((each) => each.runIfDue(job)));
    expect((await ask()).filter((ran) => ran !== undefined)).toEqual([false]);
    await ask();
    expect(runs).toBe(1);
    await set(job.name, 'due_at', 'now()');
    await ask();
    expect(runs).toBe(2);
  });

  it('goes on at once where more is waiting, in whichever process', async () => {
    const batches = [true, true, false];
    const job = newJob(() => Promise.resolve(batches.shift() ?? true));
    const [one, other] = [newProcess(), newProcess()];
    expect(await one.runIfDue(job)).toBe(true);
    expect(await other.runIfDue(job)).toBe(true);
    expect(await one.runIfDue(job)).toBe(false);
    expect(await other.runIfDue(job)).toBeUndefined();
  });

  it('waits for the run that is under way', async () => {
    let end: (more: boolean) => void = () => undefined;
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const job = newJob(() => new Promise((resolve) => [(end = resolve), begun()]), 0);
    const [one, other] = [newProcess(), newProcess()];
    const first = one.runIfDue(job);
    await hasBegun;
    expect(await other.runIfDue(job)).toBeUndefined();
    end(false);
    await first;
    expect(await other.runIfDue({ ...job, work: () => Promise.resolve(false) })).toBe(false);
  });

  it('is tried again after a failure, by anyone', async () => {
    const job = newJob(() => Promise.reject(new Error('no')), 0);
    await expect(newProcess().runIfDue(job)).rejects.toThrow('no');
    expect(await newProcess().runIfDue({ ...job, work: () => Promise.resolve(false) })).toBe(false);
  });

  it('is taken over once its holder has not been heard of for the time of a lease', async () => {
    let runs = 0;
    const job = newJob(() => Promise.resolve(++runs > 9));
    const gone = '01890000-0000-7000-8000-000000000000';
    expect(await tenantDb.runSystem((tx) => new JobLeasesRepository().take(tx, job.name, gone, 60_000))).toBe(true);
    expect(await newProcess().runIfDue(job)).toBeUndefined();
    await set(job.name, 'held_until', 'now()');
    expect(await newProcess().runIfDue(job)).toBe(false);
    expect(runs).toBe(1);
    // What the first one still has to say changes nothing any more.
    const keep = tenantDb.runSystem((tx) => new JobLeasesRepository().keep(tx, job.name, gone, 60_000));
    expect(await keep).toBe(false);
  });
});
