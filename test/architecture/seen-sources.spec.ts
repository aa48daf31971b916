import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['apps', 'deploy', 'docs', 'libs', 'packages', 'test', 'tools'];
/** By tools, from what is seen. */
const MADE = /^packages\/[^/]+\/(dist|src\/generated)\//;
const SOURCE = /\.(c|m)?[jt]s$/;

/** ESLint and Prettier are ES modules: they say in a process of their own which of these files they leave out. */
const LEFT_OUT = `
  import { ESLint } from 'eslint';
  import { getFileInfo } from 'prettier';
  const eslint = new ESLint();
  const left = [];
  for (const file of JSON.parse(process.env.FILES)) {
    if ((await getFileInfo(file, { ignorePath: ['.gitignore', '.prettierignore'] })).ignored) left.push('prettier: ' + file);
    if (await eslint.isPathIgnored(file)) left.push('eslint: ' + file);
  }
  console.log(JSON.stringify(left));
`;

async function leftOut(files: readonly string[]): Promise<string[]> {
  const env = { PATH: process.env['PATH'] ?? '', FILES: JSON.stringify(files) };
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', LEFT_OUT],
      { env, maxBuffer: 16 << 20 },
      (error, out, stderr) => {
        if (error) reject(new Error(stderr, { cause: error }));
        else resolve(out);
      },
    );
  });
  return JSON.parse(output) as string[];
}

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ).filter((file) => SOURCE.test(file) && !file.includes('node_modules') && !MADE.test(file));
}

it('Prettier, ESLint and git see every source file, in whatever folder', async () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(500);
  const deeper = ['dist', 'coverage', 'models', 'samples', 'templates'].map((folder) => `libs/memories/${folder}/a.ts`);
  expect(await leftOut([...files, ...deeper])).toEqual([]);
  const built = ['dist/apps/api/main.js', 'coverage/a.js', 'models/a.js'];
  expect(await leftOut(built)).toEqual(built.flatMap((file) => [`prettier: ${file}`, `eslint: ${file}`]));
}, 60_000);
