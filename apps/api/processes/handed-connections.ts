import type { ChildProcess } from 'node:child_process';

/** A socket as Node.js hands it to another process; its descriptor is -1 once it is closed here. */
interface Handle {
  readonly fd: number;
  close(): void;
}

/** Above so many those that are closed are forgotten. */
const TIDIED_FROM = 64;

/**
 * Closes what a process was handed and had not taken when it ended. node:cluster keeps such a connection open for an answer
 * that cannot come, so its client would wait until its own time is over.
 */
export function closeWhatIsLeftOf(child: ChildProcess): void {
  const handed = new Set<Handle>();
  const send = child.send.bind(child) as (...words: unknown[]) => boolean;
  child.send = (...words: unknown[]): boolean => {
    const [, handle] = words;
    if (isHandle(handle)) {
      if (handed.size >= TIDIED_FROM) for (const each of handed) if (each.fd < 0) handed.delete(each);
      handed.add(handle);
    }
    return send(...words);
  };
  child.once('exit', () => {
    for (const handle of handed) if (handle.fd >= 0) handle.close();
  });
}

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'fd' in value && 'close' in value;
}
