import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const LIBS = ['retrieval', 'analysis', 'memories', 'keys', 'webhooks', 'intelligence', 'mcp', 'usage', 'notes'];
/** Rooms that something is imported from; no library lists an attic. */
const ROOMS = [
  'analysis/attic',
  'analysis/chains',
  'analysis/chains/attic',
  'analysis/chains/story',
  'analysis/patterns/attic',
  'analysis/patterns/report',
  'intelligence/attic',
  'intelligence/chains',
  'keys/attic',
  'keys/credentials',
  'mcp/attic',
  'mcp/tools',
  'memories/attic',
  'memories/dto',
  'memories/search',
  'memories/storage',
  'platform/attic',
  'platform/database',
  'retrieval/attic',
  'retrieval/models',
  'usage/attic',
  'usage/calls',
  'webhooks/attic',
  'webhooks/delivery',
];
const PACKAGES = ['pg', 'typeorm', '@qdrant/js-client-rest', '@streamparser/json', 'undici', 'dev-only'];

/** A house of empty rooms in a temporary folder, in which imports are planted. The working tree is not touched. */
export class PlantedHouse {
  private constructor(readonly root: string) {}

  static async build(): Promise<PlantedHouse> {
    const house = new PlantedHouse(await mkdtemp(join(tmpdir(), 'mneme-house-')));
    for (const lib of LIBS) await house.write(`libs/${lib}/index.ts`, `export * from './inside.js';\n`);
    for (const lib of LIBS) await house.write(`libs/${lib}/inside.ts`, 'export const inside = 1;\n');
    await house.write('libs/platform/ids/index.ts', `export * from './inside.js';\n`);
    await house.write('libs/platform/ids/inside.ts', 'export const inside = 1;\n');
    await house.write('packages/client/src/inside.ts', 'export const inside = 1;\n');
    await house.write('packages/client/src/import/inside.ts', 'export const inside = 1;\n');
    await house.write('apps/api/main.ts', 'export const main = 1;\n');
    await house.write('apps/console/main.tsx', 'export const main = 1;\n');
    await house.write('apps/console/pages/search/inside.tsx', 'export const inside = 1;\n');
    await house.write('test/support/fake.ts', 'export const fake = 1;\n');
    await house.write('libs/analysis/themes/theme.ts', 'export const theme = 1;\n');
    await house.write('libs/memories/rows.repository.ts', 'export const rows = 1;\n');
    await house.write('libs/memories/circle-b.ts', `import './circle-a.js';\nexport const b = 1;\n`);
    for (const room of ROOMS) await house.write(`libs/${room}/inside.ts`, 'export const inside = 1;\n');
    for (const name of PACKAGES) await house.installPackage(name);
    await house.write('package.json', JSON.stringify(manifest()));
    await house.write('tsconfig.json', JSON.stringify({ compilerOptions: compilerOptions() }));
    return house;
  }

  async import(from: string, specifier: string, types = false): Promise<void> {
    const text = types
      ? `import type * as planted from '${specifier}';\nexport type Seen = typeof planted;\n`
      : `import * as planted from '${specifier}';\nexport const seen = planted;\n`;
    await this.write(from, text);
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), text);
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }

  private async installPackage(name: string): Promise<void> {
    await this.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    await this.write(`node_modules/${name}/index.js`, 'module.exports = {};\n');
  }
}

function manifest(): object {
  return {
    name: 'house',
    type: 'module',
    dependencies: { pg: '1.0.0', typeorm: '1.0.0', '@qdrant/js-client-rest': '1.0.0' },
    devDependencies: { 'dev-only': '1.0.0' },
  };
}

function compilerOptions(): object {
  const libs = LIBS.map((lib) => [`@mneme/${lib}`, [`./libs/${lib}/index.ts`]]);
  const paths = Object.fromEntries([...libs, ['@mneme/platform/*', ['./libs/platform/*/index.ts']]]) as object;
  return { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2023', paths };
}
