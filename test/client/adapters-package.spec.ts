import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

const FOLDER = 'packages/adapters';
const MAX_KB = 12;

interface Manifest {
  readonly exports: Record<string, unknown>;
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { readonly optional: boolean }>;
}

describe('@mneme/adapters', () => {
  const read = async (): Promise<Manifest> => JSON.parse(await readFile(`${FOLDER}/package.json`, 'utf8')) as Manifest;

  it('has no dependency but the client, and leaves the choice of frameworks to its users', async () => {
    const manifest = await read();
    for (const kind of ['dependencies', 'optionalDependencies']) expect(manifest).not.toHaveProperty(kind);
    const optional = Object.keys(manifest.peerDependencies).filter((name) => name !== '@mneme/client');
    const expected = Object.fromEntries(optional.map((name) => [name, { optional: true }]));
    expect(manifest.peerDependenciesMeta).toEqual(expected);
  });

  it.each([
    ['index', []],
    ['ai-sdk', ['ai']],
    ['langchain', ['@langchain/core/documents', '@langchain/core/retrievers']],
    ['langgraph', ['@langchain/langgraph']],
    ['mastra', []],
    ['openai-agents', []],
  ])(`loads for %s nothing but its framework, and at most ${MAX_KB} kB`, async (name, frameworks) => {
    const manifest = await read();
    expect(manifest.exports).toHaveProperty([name === 'index' ? '.' : `./${name}`]);
    const { metafile, outputFiles } = await build({
      entryPoints: [`${FOLDER}/src/${name}.ts`],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'neutral',
      external: Object.keys(manifest.peerDependencies),
      metafile: true,
      write: false,
    });
    const [output] = Object.values(metafile.outputs);
    expect(output?.imports.map(({ path }) => path).sort()).toEqual(frameworks);
    expect(outputFiles[0]!.contents.length).toBeLessThanOrEqual(MAX_KB * 1_024);
  });
});
