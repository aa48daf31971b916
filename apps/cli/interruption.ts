/** npm hands on a Ctrl-C that the terminal has sent already: both are one. */
const SAME_MS = 1_000;
/** What a shell makes of a process that SIGINT has ended. */
const ENDED_BY_SIGINT = 130;

/** Aborted by Ctrl-C: the command ends what it has begun, and says how far it came. A second Ctrl-C ends the process. */
export function interruptionOf(process: NodeJS.Process): AbortSignal {
  const abort = new AbortController();
  let first: number | undefined;
  process.on('SIGINT', () => {
    first ??= performance.now();
    if (performance.now() - first > SAME_MS) process.exit(ENDED_BY_SIGINT);
    abort.abort();
  });
  return abort.signal;
}
