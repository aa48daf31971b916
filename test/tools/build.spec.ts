import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe('npm run build', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'mneme-build-'));
    const paths = { '@mneme/platform': ['./libs/platform/index.ts'] };
    await save('tsconfig.json', JSON.stringify({ compilerOptions: { paths } }));
    await save('libs/platform/index.ts', `export { one } from './one.js';`);
    await save('libs/platform/one.ts', 'export const one: number = 1;');
    await save('apps/main.ts', `import { one } from '@mneme/platform';\nprocess.stdout.write(String(one));`);
  });
  afterEach(() => rm(root, { recursive: true }));

  async function save(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  async function build(): Promise<string> {
    return (await run(process.execPath, [resolve('tools/build/build.main.mjs'), root])).stderr;
  }
  async function output(): Promise<string> {
    await writeFile(join(root, 'package.json'), '{ "type": "module" }');
    return (await run(process.execPath, [join(root, 'dist/apps/main.js')])).stdout;
  }
  const isThere = (file: string): Promise<boolean> =>
    stat(join(root, 'dist', file)).then(
      () => true,
      () => false,
    );

  it('says at once that it builds, and builds nothing where nothing has changed', async () => {
    expect(await build()).toMatch(/^Building …\nBuilt 3 files in [\d.]+ s\.\n$/);
    expect(await output()).toBe('1');
    expect(await build()).toBe('The build is up to date.\n');
  });

  it('compiles what was edited, whatever its time says', async () => {
    await build();
    await save('libs/platform/one.ts', 'export const one: number = 2;');
    await utimes(join(root, 'libs/platform/one.ts'), new Date(0), new Date(0));
    expect(await build()).toContain('Built 1 file ');
    expect(await output()).toBe('2');
  });

  it('compiles what something else has written over', async () => {
    await build();
    await writeFile(join(root, 'dist/libs/platform/one.js'), 'export const one = 9;');
    await build();
    expect(await output()).toBe('1');
  });

  it('leaves nothing of sources that were renamed or deleted, nor of another builder', async () => {
    await save('libs/old/a.ts', 'export {};');
    await build();
    await writeFile(join(root, 'dist/.build.tsbuildinfo'), '{}');
    await rm(join(root, 'libs/old'), { recursive: true });
    await rename(join(root, 'libs/platform/one.ts'), join(root, 'libs/platform/two.ts'));
    await save('libs/platform/index.ts', `export { one } from './two.js';`);
    await build();
    expect(await output()).toBe('1');
    const left = ['libs/old', 'libs/platform/one.js', 'libs/platform/one.js.map', '.build.tsbuildinfo'];
    expect(await Promise.all(left.map(isThere))).toEqual([false, false, false, false]);
  });

  it('names the file that cannot be compiled, and exits with 1', async () => {
    await save('apps/broken.ts', 'const = ;');
    const failure = await build().catch((error: unknown) => error as { code: number; stderr: string });
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(/The build failed: [^]*broken\.ts/) });
  });

  it('keeps two builds at once out of each other’s way', async () => {
    await Promise.all([build(), build()]);
    expect(await output()).toBe('1');
    expect(await readFile(join(root, 'dist/apps/main.js'), 'utf8')).not.toContain('@mneme/');
  });
});
