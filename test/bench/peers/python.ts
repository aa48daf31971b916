import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program in the folder of PEERS_PYTHON. @throws TypeError where that is not set */
export function pythonProgram(name: 'python' | 'chroma'): string {
  const folder = process.env['PEERS_PYTHON'];
  if (folder === undefined)
    throw new TypeError('PEERS_PYTHON is not set: the folder of a Python with chromadb and mem0ai');
  return join(folder, name);
}

/** @throws TypeError where that Python does not have it */
export async function packageVersion(name: string): Promise<string> {
  const python = pythonProgram('python');
  const code = `from importlib.metadata import version; print(version('${name}'))`;
  const found = await run(python, ['-c', code]).catch(() => undefined);
  if (found === undefined) throw new TypeError(`${python} has no ${name}: test/bench/README.md says how to install it`);
  return found.stdout.trim();
}
