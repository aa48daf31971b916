import { SingleBar } from 'cli-progress';
import type { CommandIo } from './command-io.js';

/** If the output is not a terminal: often enough to see progress, seldom enough for a log. */
const LINE_MS = 10_000;
const DRAWN_MS = 500;

/** Progress of long work: a bar where a person watches, else a line in ten seconds. */
export interface Progress {
  /** @param done of the total, in the unit of the total */
  at(done: number): void;
  stop(): void;
}

export function startProgress(io: CommandIo, label: string, total: number): Progress {
  if (total === 0) return { at: () => undefined, stop: () => undefined };
  if (!io.interactive) return lines(io, label, total);
  const bar = new SingleBar({
    format: `${label} [{bar}] {percentage}% · {value}/{total} · {eta_formatted} left`,
    stream: io.err,
    noTTYOutput: true,
    notTTYSchedule: 500,
    hideCursor: false,
  });
  bar.start(total, 0);
  return {
    at: (done) => {
      bar.update(Math.min(done, total));
    },
    stop: () => {
      bar.stop();
      io.err.write('\n');
    },
  };
}

/** Progress of work whose end is not known: how much is done. */
export function startCount(io: CommandIo, label: string): Progress {
  const everyMs = io.interactive ? DRAWN_MS : LINE_MS;
  let next = Date.now() + everyMs;
  let isDrawn = false;
  return {
    at: (done) => {
      if (Date.now() < next) return;
      next = Date.now() + everyMs;
      isDrawn = true;
      io.err.write(io.interactive ? `\r${label} ${done}` : `${label} ${done}\n`);
    },
    stop: () => {
      if (io.interactive && isDrawn) io.err.write('\n');
    },
  };
}

function lines(io: CommandIo, label: string, total: number): Progress {
  let next = Date.now() + LINE_MS;
  return {
    at: (done) => {
      if (Date.now() < next) return;
      next = Date.now() + LINE_MS;
      io.err.write(`${label} ${Math.min(done, total)}/${total}\n`);
    },
    stop: () => undefined,
  };
}
