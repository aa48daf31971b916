import cluster, { type Worker } from 'node:cluster';
import { collectForGroup, type createLogger } from '@mneme/platform/observability';
import { closeWhatIsLeftOf } from './handed-connections.js';

/** How long until a process that has ended is started again; twice as long each time, up to the longest. */
const AGAIN_MS = 1_000;
const LONGEST_MS = 30_000;
/** Who has served as long as this has not failed at starting. */
const SERVED_MS = 60_000;

/** What a process says once it answers requests. */
const SERVING = 'mneme: serving';

/** In a process that serves: says to the first process that it does. */
export function saySo(): void {
  process.send?.({ type: SERVING });
}

/**
 * The first process where several serve one port: it starts them, starts those again that end, passes signals on, and serves
 * nothing itself. It hands them connections in turn.
 *
 * The others are started once one serves: what is wrong with the configuration or the database is said once, and
 * migrations and downloads are done once. If that one ends before, this one ends with its exit code.
 */
export class ApiProcesses {
  private hasServed = false;
  private ending = false;
  private pauseMs = AGAIN_MS;
  private exitCode = 0;

  constructor(
    private readonly count: number,
    private readonly logger: ReturnType<typeof createLogger>,
  ) {}

  run(): void {
    cluster.setupPrimary({ serialization: 'advanced' });
    collectForGroup();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.end(signal));
    this.start();
  }

  private start(): void {
    const worker = cluster.fork();
    closeWhatIsLeftOf(worker.process);
    const startedAt = performance.now();
    worker.on('message', ({ type }: { type?: unknown }) => {
      if (type === SERVING) this.served();
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.ended(worker, { how: signal ?? `code ${String(code)}`, code: code ?? 0, startedAt });
    });
  }

  private served(): void {
    if (this.hasServed) return;
    this.hasServed = true;
    for (let others = 1; others < this.count && !this.ending; others++) this.start();
  }

  private ended(worker: Worker, { how, code, startedAt }: { how: string; code: number; startedAt: number }): void {
    if (this.ending) {
      this.exitCode ||= code;
      return this.leave();
    }
    if (!this.hasServed) process.exit(code === 0 ? 1 : code);
    if (performance.now() - startedAt > SERVED_MS) this.pauseMs = AGAIN_MS;
    const pauseMs = this.pauseMs;
    this.pauseMs = Math.min(LONGEST_MS, 2 * pauseMs);
    const message = `process ${String(worker.id)} has ended (${how}); another one starts in ${String(pauseMs / 1_000)} s`;
    this.logger.error({ context: ApiProcesses.name }, message);
    // Where all have ended, nothing but this timer keeps the first process.
    setTimeout(() => {
      if (!this.ending) this.start();
    }, pauseMs);
  }

  /** A second signal hurries them on, as it does a single process. */
  private end(signal: NodeJS.Signals): void {
    this.ending = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    this.leave();
  }

  /** Once nobody is left. */
  private leave(): void {
    if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(this.exitCode);
  }
}
