/** To be required before a process: the thread of the embedded database dies once `die` is in the data directory. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { setInterval } = require('node:timers');
const threads = require('node:worker_threads');

const look = () => {
  if (threads.workerData?.served === undefined || !existsSync(join(process.env.MNEME_DATA_DIR, 'die'))) return;
  throw new Error('memory access out of bounds');
};
if (!threads.isMainThread) setInterval(look, 20).unref();
