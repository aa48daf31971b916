import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { contentOf, encodingFor } from './served-content.js';

describe('content that is served compressed', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['br;q=0', 'identity'],
    ['broken', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('%s gets %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding);
  });

  it('is the same text in each form', async () => {
    const text = 'mneme '.repeat(100);
    const content = await contentOf('text/plain', text);
    expect(brotliDecompressSync(content.br() as Buffer).toString()).toBe(text);
    expect(gunzipSync(content.gzip() as Buffer).toString()).toBe(text);
    expect((content.identity() as Buffer).toString()).toBe(text);
    expect(content.hash).toMatch(/^[0-9a-f]{16}$/);
  });
});
