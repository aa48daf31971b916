import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { NODE_FLAGS } from './node-flags.js';

export interface FinishedCommand {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `mneme …` in a process of its own. @param env beside the path; MNEME_DATA_DIR names the installation */
export async function mnemeCommand(env: Record<string, string>, ...words: string[]): Promise<FinishedCommand> {
  return mnemeCommandIn(process.cwd(), env, ...words);
}

/** In a folder, where paths among the words are relative to it. */
export async function mnemeCommandIn(
  cwd: string,
  env: Record<string, string>,
  ...words: string[]
): Promise<FinishedCommand> {
  const variables = { PATH: process.env['PATH'] ?? '', EMBEDDING_MODEL: 'builtin-fast', ...env };
  const child = spawn(process.execPath, [...NODE_FLAGS, resolve('dist-test/apps/cli/main.js'), ...words], {
    cwd,
    env: variables,
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const code = await new Promise<number>((done) => child.on('close', (exit) => done(exit ?? 1)));
  return { code, ...text };
}
