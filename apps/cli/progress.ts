import { SingleBar } from 'cli-progress';
import type { CommandIo } from './command-io.js';

/** Progress of long work, drawn where a person watches. */
export interface Progress {
  /** @param done of the total, in the unit of the total */
  at(done: number): void;
  stop(): void;
}

export function startProgress(io: CommandIo, label: string, total: number): Progress {
  if (!io.interactive || total === 0) return { at: () => undefined, stop: () => undefined };
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
