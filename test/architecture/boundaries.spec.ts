import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PlantedHouse } from './planted-house.js';
import { ALLOWED_IMPORTS, PLANTED_IMPORTS } from './planted-imports.js';

const ROOT = process.cwd();
const CONFIG = join(ROOT, '.dependency-cruiser.cjs');

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** The checker ends with the number of errors as its exit code; its JSON is what counts. */
async function cruise(folder: string): Promise<Violation[]> {
  const bin = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, 'apps', 'libs', 'packages', 'test', '--config', CONFIG, '--output-type', 'json'];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (stdout === '') reject(error ?? new Error(stderr));
      else resolve(stdout);
    });
  });
  return (JSON.parse(output) as { summary: { violations: Violation[] } }).summary.violations;
}

describe('the house', () => {
  let house: PlantedHouse;
  let violations: Violation[];

  beforeAll(async () => {
    house = await PlantedHouse.build();
    for (const { from, imports, types } of [...PLANTED_IMPORTS, ...ALLOWED_IMPORTS]) {
      await house.import(from, imports, types);
    }
    violations = await cruise(house.root);
  }, 60_000);

  afterAll(() => house.remove());

  it.each(PLANTED_IMPORTS)('$rule reports $imports in $from', ({ rule, from }) => {
    expect(violations.filter((violation) => violation.from === from).map(({ rule: { name } }) => name)).toContain(rule);
  });

  it.each(ALLOWED_IMPORTS)('$imports is allowed in $from', ({ from }) => {
    expect(violations.filter((violation) => violation.from === from)).toEqual([]);
  });

  it('has a planted violation for each rule', () => {
    const { forbidden } = createRequire(CONFIG)(CONFIG) as { forbidden: { name: string }[] };
    const planted = new Set(PLANTED_IMPORTS.map(({ rule }) => rule));
    expect(forbidden.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  it('stands: the present tree breaks no rule', async () => {
    expect((await cruise(ROOT)).map(({ from, rule }) => `${rule.name}: ${from}`)).toEqual([]);
  }, 60_000);
});
