import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import type { TestTenant } from '../service/api.js';

const BLOCK = /^```ts\n([\s\S]*?)^```$/gm;
/** What a page has once and its other pieces go on with. */
const CLIENT = `import { Mneme } from '@mneme/client';\nconst mneme = new Mneme();\n`;
/** Each entry of the package with its source below src. */
const ENTRIES = { '.': 'index', './import': 'import/index' };

/** The pieces of TypeScript on a page that use the client, each a module. */
export async function clientCode(page: string): Promise<string[]> {
  const pieces = [...(await readFile(page, 'utf8')).matchAll(BLOCK)].map(([, code = '']) => code);
  return pieces
    .filter((code) => code.includes('mneme'))
    .map((code) => (code.includes('new Mneme(') ? code : `${CLIENT}${code}`));
}

/** A folder in which code finds the client as its users install it. */
export class CodeFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<CodeFolder> {
    const path = await mkdtemp(join(tmpdir(), 'mneme-code-'));
    const client = join(path, 'node_modules/@mneme/client');
    await mkdir(client, { recursive: true });
    await symlink(resolve('node_modules/@types'), join(path, 'node_modules/@types'));
    const exports = Object.fromEntries(Object.keys(ENTRIES).map((entry, i) => [entry, `./entry-${i}.js`]));
    await writeFile(join(client, 'package.json'), JSON.stringify({ type: 'module', exports }));
    for (const [i, source] of Object.values(ENTRIES).entries()) {
      const built = pathToFileURL(resolve('dist-test/packages/client/src', `${source}.js`));
      await writeFile(join(client, `entry-${i}.js`), `export * from '${built.href}';`);
    }
    return new CodeFolder(path);
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true });
  }

  /** What the compiler says against it. */
  async faults(pieces: readonly string[]): Promise<string[]> {
    const files = pieces.map((_, i) => join(this.path, `piece-${i}.mts`));
    await Promise.all(pieces.map((code, i) => writeFile(files[i] ?? '', code)));
    const program = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
      paths: Object.fromEntries(
        Object.entries(ENTRIES).map(([entry, source]) => [
          join('@mneme/client', entry),
          [resolve('packages/client/src', `${source}.ts`)],
        ]),
      ),
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    });
    return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  }

  /** What it writes. @throws Error with what it wrote where it fails */
  async run(code: string, { tenantId, api }: TestTenant): Promise<string> {
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const file = join(this.path, 'piece.mjs');
    await writeFile(file, ts.transpileModule(code, { compilerOptions }).outputText);
    const variables = { MNEME_API_KEY: api.token ?? '', MNEME_TENANT: tenantId, MNEME_URL: api.url };
    const env = { PATH: process.env['PATH'] ?? '', ...variables };
    return new Promise((done, fail) => {
      execFile(process.execPath, [file], { env }, (error, out, err) => {
        if (error) fail(new Error(err, { cause: error }));
        else done(out);
      });
    });
  }
}
