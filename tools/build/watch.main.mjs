// `npm run start:dev`: the service, built and started again at every change of its sources.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** An editor that saves several files makes one change. */
const QUIET_MS = 150;

let service;
let timer;
let turn = Promise.resolve();

async function restart() {
  try {
    if ((await build()) === 0 && service?.exitCode === null) return;
  } catch (error) {
    process.stderr.write(`The build failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return;
  }
  await stop();
  const args = ['--enable-source-maps', 'dist/apps/api/main.js'];
  service = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
}

async function stop() {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

for (const folder of ['apps', 'libs']) {
  watch(`${ROOT}${folder}`, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (turn = turn.then(restart)), QUIET_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void stop().then(() => process.exit(0));
  });
}
turn = restart();
