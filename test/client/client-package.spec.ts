import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const MAX_BYTES = 12 * 1_024;
const MAX_IMPORT_BYTES = 20 * 1_024;
const GENERATED = 'packages/client/src/generated';

async function gzipped(stdin: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: stdin, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]!.contents).length;
}

describe('@mneme/client', () => {
  it(`has at most ${MAX_BYTES} bytes, minified and compressed`, async () => {
    const size = await gzipped(`export * from './packages/client/src/index.ts';`);
    expect(size).toBeLessThanOrEqual(MAX_BYTES);
    // A bundle without the client would pass as well.
    expect(size).toBeGreaterThan(4_000);
  });

  it('lets a receiver of webhooks leave the rest out', async () => {
    expect(await gzipped(`export { unwrapWebhook } from './packages/client/src/index.ts';`)).toBeLessThan(2_500);
  });

  it(`has importers of at most ${MAX_IMPORT_BYTES} bytes, in an entry of their own`, async () => {
    const size = await gzipped(`export * from './packages/client/src/import/index.ts';`);
    expect(size).toBeLessThanOrEqual(MAX_IMPORT_BYTES);
    expect(size).toBeGreaterThan(12_000);
  });

  it('bundles the version that the command line runs on', async () => {
    const manifests = await Promise.all(['package.json', 'packages/client/package.json'].map((path) => readFile(path)));
    const [root, client] = manifests.map((text) => JSON.parse(text.toString()) as Record<string, object>);
    expect(root?.['dependencies']).toMatchObject(client?.['devDependencies'] ?? {});
    expect(Object.keys(client?.['devDependencies'] ?? {})).not.toHaveLength(0);
  });

  it('has no dependency', async () => {
    const manifest = JSON.parse(await readFile('packages/client/package.json', 'utf8')) as Record<string, unknown>;
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
      expect(manifest).not.toHaveProperty(kind);
    }
  });

  it('has types and operations as docs/openapi.json makes them: npm run client:generate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-generated-'));
    await promisify(execFile)(process.execPath, ['packages/client/generate.mjs', folder]);
    const names = (await readdir(GENERATED)).sort();
    expect((await readdir(folder)).sort()).toEqual(names);
    for (const name of names) {
      const [made, committed] = await Promise.all(
        [folder, GENERATED].map((each) => readFile(join(each, name), 'utf8')),
      );
      expect({ name, isCurrent: made === committed }).toEqual({ name, isCurrent: true });
    }
    await rm(folder, { recursive: true });
  });
});
