import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { NODE_FLAGS } from './node-flags.js';

const ENTRIES = { api: resolve('dist-test/apps/api/main.js'), worker: resolve('dist-test/apps/worker/main.js') };
/** The first address of the banner, which is printed once requests are answered. */
const ADDRESS = /^(?:API|Health) +(http:\/\/[^/\s]+)\//m;

/** A process of the service as it is installed: the very entry points, nothing of the tests in it. */
export class MnemeProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** What it has written to standard error: the log. */
    readonly log: string[],
  ) {}

  /**
   * @param flags of Node.js
   * @throws Error with what the process wrote where it ends instead of answering
   */
  static async start(
    kind: keyof typeof ENTRIES,
    env: Readonly<Record<string, string>>,
    flags: readonly string[] = NODE_FLAGS,
  ): Promise<MnemeProcess> {
    const ports = { PORT: '0', WORKER_PORT: '0', LOG_FORMAT: 'json', WARM_UP: 'off', EMBEDDING_MODEL: 'builtin-fast' };
    const child = spawn(process.execPath, [...flags, ENTRIES[kind]], {
      env: { PATH: process.env['PATH'] ?? '', ...ports, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    const address = new Promise<string>((found) => {
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        const match = ADDRESS.exec(out)?.[1];
        if (match !== undefined) found(match);
      });
    });
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`the ${kind} ended with code ${String(code)}:\n${log.join('')}`);
    });
    const url = await Promise.race([address, exited]);
    exited.catch(() => undefined);
    return new MnemeProcess(child, url, log);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** A signal, as an orchestrator sends it; nothing is waited for. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves with its exit code; null where a signal ended it. */
  async ended(): Promise<number | null> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return exitCode;
    const [code] = (await once(this.child, 'exit')) as [number | null];
    return code;
  }

  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return this.ended();
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }
}
