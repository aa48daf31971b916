import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { eventually } from '../../../support/eventually.js';
import { mnemeCommand } from '../../../support/service/mneme-command.js';
import { NODE_FLAGS } from '../../../support/service/node-flags.js';
import { LIMIT_MS, ReindexBed } from '../../../support/vectors/reindex-bed.js';

describe('a vector index that was destroyed while nothing ran', () => {
  let bed: ReindexBed;
  let before: unknown[];
  beforeEach(async () => {
    bed = await ReindexBed.create();
    await bed.start(true);
    await bed.store();
    before = await bed.answers();
    await bed.stop();
    await bed.dropCollections();
  }, LIMIT_MS);
  afterEach(() => bed.remove());

  it(
    'is filled by mneme reindex, which goes on where it stood when it was killed',
    async () => {
      await killOnceUnderWay(bed);
      const command = await mnemeCommand(bed.env(true), 'reindex', '--json');
      expect(command).toMatchObject({ code: 0, err: expect.stringContaining('goes on where it stood') });
      expect(JSON.parse(command.out)).toEqual({ reindexed: ReindexBed.MEMORIES });
      await bed.start(true);
      expect(await bed.answers()).toEqual(before);
    },
    LIMIT_MS,
  );

  it(
    'is filled by a start that finds it gone, however often that is killed meanwhile',
    async () => {
      for (const arrived of [1, 700]) {
        await bed.start(true);
        await eventually(async () => {
          expect(await bed.points()).toBeGreaterThanOrEqual(arrived);
        }, LIMIT_MS);
        await bed.kill();
        expect(await bed.points()).toBeLessThan(ReindexBed.MEMORIES);
      }
      await bed.start(true);
      await eventually(async () => {
        expect(await bed.points()).toBe(ReindexBed.MEMORIES);
      }, LIMIT_MS);
      await bed.settled();
      expect(await bed.answers()).toEqual(before);
    },
    LIMIT_MS,
  );
});

/** `mneme reindex`, killed when a part of the memories has arrived. */
async function killOnceUnderWay(bed: ReindexBed): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', ...bed.env(true) };
  const command = [...NODE_FLAGS, resolve('dist-test/apps/cli/main.js'), 'reindex'];
  const child = spawn(process.execPath, command, { env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  await eventually(async () => {
    expect(await bed.points()).toBeGreaterThan(150);
  }, LIMIT_MS);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}
