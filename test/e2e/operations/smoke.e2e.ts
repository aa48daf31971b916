import { execFile } from 'node:child_process';
import { newKey, newTenant, sharedServer } from '../../support/service/api.js';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What `helm test` runs against a release. */
describe('deploy/image/smoke.mjs', () => {
  const { url } = sharedServer();
  const smoke = (key?: string): Promise<Ended> =>
    new Promise((done) => {
      const env = { PATH: process.env['PATH'], ...(key === undefined ? {} : { MNEME_API_KEY: key }) };
      execFile(process.execPath, ['deploy/image/smoke.mjs', url], { env }, (error, out, err) => {
        done({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });

  it('is content with a service that answers, and needs no key for that', async () => {
    const { code, out, err } = await smoke();
    expect({ code, err, said: out.match(/^ok {3}/gm)?.length }).toEqual({ code: 0, err: '', said: 3 });
  });

  it('with a key stores a memory, finds it and leaves nothing behind', async () => {
    const tenant = await newTenant();
    const key = await newKey(tenant, ['read:memories', 'write:memories']);
    const { code, out, err } = await smoke(key.token);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('ok   it is found\nok   it is deleted\n');
    const { body } = await tenant.api.get(`/api/v1/memories?tenantId=${tenant.tenantId}`);
    expect(body.data.memories).toEqual([]);
  });

  it('says what is wrong, and ends with code 1', async () => {
    const { code, err } = await smoke('mneme_live_none');
    expect(code).toBe(1);
    expect(err).toMatch(/^FAIL the key: 401 .*AUTH_INVALID/);
  });
});
