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
const SOURCES = resolve('packages/client/src/index.ts');
const BUILT = resolve('dist-test/packages/client/src/index.js');

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
    await writeFile(join(client, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
    await writeFile(join(client, 'index.js'), `export * from '${pathToFileURL(BUILT).href}';`);
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
      paths: { '@mneme/client': [SOURCES] },
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
