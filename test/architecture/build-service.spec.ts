import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { isCurrent } = jest.requireActual<{ isCurrent(root: string): boolean }>('../../tools/build-service.mjs');
const BEFORE = new Date('2026-01-01');
const BUILT = new Date('2026-01-02');

describe('the build of the service', () => {
  let root: string;
  const file = (name: string): string => join(root, name);
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'mneme-build-'));
    await mkdir(file('libs/feature'), { recursive: true });
    await mkdir(file('dist'));
    for (const name of ['libs/feature/a.ts', 'libs/feature/b.ts', 'dist/.built']) await writeFile(file(name), '');
    for (const name of ['libs/feature/a.ts', 'libs/feature/b.ts', 'libs/feature', 'libs'])
      await utimes(file(name), BEFORE, BEFORE);
    await utimes(file('dist/.built'), BUILT, BUILT);
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is current while its sources are as they were', () => {
    expect(isCurrent(root)).toBe(true);
  });

  it.each([
    ['was changed', () => writeFile(file('libs/feature/a.ts'), 'more')],
    ['was added', () => writeFile(file('libs/feature/c.ts'), '')],
    ['was removed', () => rm(file('libs/feature/b.ts'))],
    ['was never built', () => rm(file('dist'), { recursive: true })],
  ])('is not current once a source %s', async (_, change) => {
    await change();
    expect(isCurrent(root)).toBe(false);
  });
});
