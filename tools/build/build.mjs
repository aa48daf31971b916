import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(import.meta.url);
const ROOT = join(dirname(HERE), '../..');
/** What is run from the build; an image has the first two only. */
const FOLDERS = ['apps', 'libs', 'test', 'docs/examples'];
/** Jest compiles these for itself. */
const TEST = /\.(spec|contract|e2e)\.ts$/;
const RECORD = '.build.json';
/** What a build that was ended has left is deleted; what another build is writing now is not. */
const PARTIAL = '.partial';
const PARTIAL_MS = 60_000;

/**
 * Brings `dist` in line with the sources: compiles each file that differs from what was compiled last, and deletes what no
 * source makes any more. A file is known by its content and not by its time, so that nothing can stay stale; two builds at
 * once do no harm. Types are not checked: `npm run typecheck` does that.
 * @param root the folder that holds the sources, package.json and tsconfig.json
 * @param onStart called where there is something to compile
 * @returns how many files were compiled
 * @throws Error that names file and line where a source cannot be compiled
 */
export async function build({ root = ROOT, onStart = () => undefined } = {}) {
  const { paths } = (await readJson(join(root, 'tsconfig.json'))).compilerOptions;
  return new Build(root, paths).run(onStart);
}

class Build {
  constructor(root, paths) {
    this.root = root;
    this.out = join(root, 'dist');
    this.paths = paths;
  }

  async run(onStart) {
    const [record, sources, outputs] = await Promise.all([this.readRecord(), this.sources(), filesIn(this.out)]);
    const built = {};
    const due = [];
    for (const source of sources) {
      const output = source.replace(/\.ts$/, '.js');
      const text = await readFile(join(this.root, source), 'utf8');
      const before = record[output];
      const same = before?.hash === hashOf(text) && before.time === (await timeOf(join(this.out, output)));
      if (same) built[output] = before;
      else due.push({ source, output, text });
    }
    if (due.length > 0) onStart();
    await Promise.all(due.map(async (file) => (built[file.output] = await this.compile(file))));
    const made = new Set([RECORD, ...Object.keys(built).flatMap((output) => [output, `${output}.map`])]);
    const stale = outputs.filter((file) => !made.has(file));
    for (const file of stale) await this.remove(file);
    if (due.length + stale.length > 0) await this.write(RECORD, JSON.stringify({ by: await this.builder(), built }));
    return due.length;
  }

  /** A record by another version of this file or of the compiler says nothing. */
  async readRecord() {
    try {
      const { by, built } = await readJson(join(this.out, RECORD));
      return by === (await this.builder()) ? built : {};
    } catch {
      return {};
    }
  }

  async builder() {
    const compiler = (await readJson(join(ROOT, 'package.json'))).devDependencies['@swc/core'];
    return hashOf(`${compiler} ${await readFile(HERE, 'utf8')} ${JSON.stringify(this.paths)}`);
  }

  async sources() {
    const folders = FOLDERS.map(async (folder) =>
      (await filesIn(join(this.root, folder))).map((file) => `${folder}/${file}`),
    );
    return (await Promise.all(folders)).flat().filter((file) => /(?<!\.d)\.ts$/.test(file) && !TEST.test(file));
  }

  async compile({ source, output, text }) {
    // Loaded only where it is needed: what is built runs without the development packages.
    const { transform } = await import('@swc/core');
    const filename = join(this.root, source);
    const sourceFileName = relative(dirname(join(this.out, output)), filename);
    const { code, map } = await transform(text, { ...this.options(), filename, sourceFileName });
    const name = output.split('/').at(-1);
    await this.write(`${output}.map`, map);
    await this.write(output, `${code.trimEnd()}\n//# sourceMappingURL=${name}.map\n`);
    return { hash: hashOf(text), time: await timeOf(join(this.out, output)) };
  }

  /** As tsconfig.json has it; `isolatedModules` there makes sure that a file can be compiled without the others. */
  options() {
    return {
      cwd: this.root,
      swcrc: false,
      configFile: false,
      sourceMaps: true,
      inlineSourcesContent: false,
      module: { type: 'es6', resolveFully: true },
      jsc: {
        target: 'es2023',
        baseUrl: this.root,
        paths: this.paths,
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        keepClassNames: true,
        experimental: { keepImportAttributes: true },
      },
    };
  }

  /** Whole or not at all: a process that reads it meanwhile finds the old one. */
  async write(output, content) {
    const file = join(this.out, output);
    const partial = `${file}.${process.pid}${PARTIAL}`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(partial, content);
    await rename(partial, file);
  }

  async remove(output) {
    const file = join(this.out, output);
    if (file.endsWith(PARTIAL) && Date.now() - ((await timeOf(file)) ?? 0) < PARTIAL_MS) return;
    await rm(file, { force: true });
    // A folder goes with its last file.
    let folder = dirname(file);
    while (folder !== this.out && (await isRemoved(folder))) folder = dirname(folder);
  }
}

async function isRemoved(folder) {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Relative to the folder, with `/`; none where it is not there. */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('base64url');
}

async function timeOf(file) {
  return (await stat(file).catch(() => undefined))?.mtimeMs;
}
