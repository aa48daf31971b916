/** The linear models of each fold, fitted in processes side by side. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the models made without some writers are. */
export function modelsFile(folder, left) {
  return join(folder, `without-${left}.json`);
}

/** A process a fold, as many at once as there are cores. @returns the folder of their models */
export async function fitLinearFolds(lefts) {
  const folder = mkdtempSync(join(tmpdir(), 'fit-chains-'));
  const script = fileURLToPath(new URL('fit-fold.mjs', import.meta.url));
  const waiting = [...lefts];
  const next = async () => {
    for (let left = waiting.shift(); left !== undefined; left = waiting.shift()) {
      const child = spawn(process.execPath, [script, left, modelsFile(folder, left)], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`fitting without ${left} failed`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  process.stderr.write(`${folder}\n`);
  return folder;
}
