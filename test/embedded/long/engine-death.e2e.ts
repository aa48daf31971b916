import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MORTAL = { NODE_OPTIONS: `--require ${resolve('test/support/database/dying-engine.cjs')}` };

describe('an embedded database whose thread dies', () => {
  it('ends the process, says why, and leaves what a new one needs', async () => {
    const first = await ServerProcess.start(MORTAL);
    const death = join(first.dataDir, 'die');
    try {
      const api = new Api(first.url, first.ready.developmentKey);
      const body = { content: 'The sluice is opened at low water', type: 'procedural', tenantId: TENANT };
      expect((await api.post('/api/v1/memories', body)).status).toBe(201);

      const diedAt = performance.now();
      await writeFile(death, '');
      await eventually(() => Promise.resolve(expect(() => process.kill(first.pid, 0)).toThrow('ESRCH')), 15_000);
      expect(performance.now() - diedAt).toBeLessThan(10_000);
      expect(await first.stop()).toBe(1);
      const fatal = first.log
        .join('')
        .split('\n')
        .filter((line) => line.includes('"level":60'));
      expect(fatal).toHaveLength(1);
      expect(fatal[0]).toMatch(/the embedded database has ended.*memory access out of bounds/);

      await rm(death);
      const second = await ServerProcess.start({}, first.dataDir);
      const list = await new Api(second.url, second.ready.developmentKey).get(`/api/v1/memories?tenantId=${TENANT}`);
      expect(list.body.data.memories).toHaveLength(1);
      expect(await second.stop()).toBe(0);
    } finally {
      await first.kill();
      await first.removeData();
    }
  });
});
