import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sharedServer } from '../support/service/api.js';
import { getRaw } from '../support/service/raw-get.js';
import { ServerProcess } from '../support/service/server-process.js';

/** Of the page: nothing inline, nothing from elsewhere, no frames, no forms that navigate. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

describe('the console over HTTP', () => {
  const { url } = sharedServer();
  /** Where the page of an address loads its script from. */
  const scriptOf = async (path: string): Promise<string> => {
    const html = await (await fetch(`${url}${path}`)).text();
    const [, src = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(html) ?? [];
    return new URL(src, `${url}${path}`).pathname;
  };

  it('is a page under a policy without exceptions', async () => {
    const page = await fetch(`${url}/console`);
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const html = await page.text();
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(html).not.toMatch(/<script(?! type="module" crossorigin src=)|<style| style=| on\w+=/);
  });

  it.each([
    '/console',
    '/console/',
    '/console?a=b',
    '/console/search?q=/a/b',
    '/console/memories/mem_1',
    '/console/a/b/c/',
  ])('%s is the same page, and finds its script', async (path) => {
    const script = await scriptOf(path);
    expect(script).toMatch(/^\/console\/assets\/index-[\w-]+\.js$/);
    expect((await fetch(`${url}${script}`)).status).toBe(200);
  });

  it('has assets that are kept for ever, compressed beforehand', async () => {
    const script = `${url}${await scriptOf('/console')}`;
    const { headers } = await fetch(script);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toContain('javascript');
    expect(headers.get('vary')).toContain('accept-encoding');
    const plain = await getRaw(script, 'identity');
    expect(brotliDecompressSync(await getRaw(script, 'br')).equals(plain)).toBe(true);
    expect(gunzipSync(await getRaw(script, 'gzip')).equals(plain)).toBe(true);
  });

  it.each(['/console/assets/', '/console/assets/nothing.js', '/console/assets/..%2findex.html', '/consoles'])(
    '%s is unknown',
    async (path) => {
      const response = await fetch(`${url}${path}`);
      expect([response.status, await response.json()]).toMatchObject([404, { success: false }]);
    },
  );

  it('is not there with CONSOLE=off', async () => {
    const service = await ServerProcess.start({ CONSOLE: 'off' });
    try {
      for (const path of ['/console', '/console/memories', await scriptOf('/console')]) {
        expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 404]);
      }
    } finally {
      await service.stop();
      await service.removeData();
    }
  });
});
