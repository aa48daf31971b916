import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sharedServer } from '../../support/service/api.js';
import { getRaw } from '../../support/service/raw-get.js';

describe('the API reference over HTTP', () => {
  const { url } = sharedServer();
  const assets = async (): Promise<string[]> =>
    (await (await fetch(`${url}/docs`)).text()).match(/docs\/assets\/[^"]+/g) ?? [];

  it('is a page that may run its own scripts only, and reach its own origin only', async () => {
    const page = await fetch(`${url}/docs`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none';script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    const html = await page.text();
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(html).not.toMatch(/<script(?! defer src=)/);
  });

  it('is checked each time and sent only where it changed; its assets are kept for ever', async () => {
    for (const path of ['docs', 'openapi.json', ...(await assets())]) {
      const first = await fetch(`${url}/${path}`);
      const etag = first.headers.get('etag') ?? '';
      const kept = path.includes('assets') ? 'public, max-age=31536000, immutable' : 'no-cache';
      expect([path, first.status, first.headers.get('cache-control')]).toEqual([path, 200, kept]);
      const again = await fetch(`${url}/${path}`, { headers: { 'if-none-match': etag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  it('comes in brotli, gzip or plain, and is the same in each', async () => {
    const paths = ['docs', 'openapi.json', ...(await assets())];
    expect(paths).toHaveLength(5);
    for (const path of paths) {
      const plain = await getRaw(`${url}/${path}`, 'identity');
      expect(brotliDecompressSync(await getRaw(`${url}/${path}`, 'br')).equals(plain)).toBe(true);
      expect(gunzipSync(await getRaw(`${url}/${path}`, 'gzip')).equals(plain)).toBe(true);
    }
  });

  it.each(['/docs/', '/docs/assets/', '/docs/assets/scalar.js', '/docs/assets/..%2fboot.js'])(
    '%s is unknown',
    async (path) => {
      const response = await fetch(`${url}${path}`);
      expect([response.status, await response.json()]).toMatchObject([404, { success: false }]);
    },
  );
});
