import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyFolder } from '../copy-folder.js';
import { mnemeCommand } from './mneme-command.js';
import { NODE_FLAGS } from './node-flags.js';

/** What the service tells its test once it answers. */
export interface ServerReady {
  readonly url: string;
  /** Fastify's own table of routes. */
  readonly routes: string;
  readonly developmentKey: string | undefined;
}

const ENTRY = resolve('dist-test/test/support/service/server.main.js');
/** Names a data directory that is already initialised and migrated: starting on a copy takes a quarter of the time. */
const TEMPLATE = 'MNEME_TEST_TEMPLATE';

/** The service in a process of its own, on a free port, with a data directory that only it has. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly ready: ServerReady,
    readonly dataDir: string,
    /** What it has written to standard error: the log. */
    readonly log: string[],
  ) {}

  /**
   * @param env variables beside those that make a test server
   * @param dataDir of an earlier server, to start on what it left
   * @param execArgv flags of Node.js
   * @throws Error with what the process wrote where it ends instead of answering
   */
  static async start(
    env: Record<string, string> = {},
    dataDir?: string,
    execArgv: readonly string[] = NODE_FLAGS,
  ): Promise<ServerProcess> {
    const dir = dataDir ?? (await mkdtemp(join(tmpdir(), 'mneme-test-')));
    if (dataDir === undefined) await this.copyTemplate(dir);
    const child = fork(ENTRY, {
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: '0',
        MNEME_DATA_DIR: dir,
        LOG_FORMAT: 'json',
        WARM_UP: 'off',
        // The static half of the built-in model: what is tested does not depend on it, and a text costs a hundredth.
        EMBEDDING_MODEL: 'builtin-fast',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...execArgv],
    });
    const log: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`the service ended with code ${String(code)}:\n${log.join('')}`);
    });
    const [ready] = (await Promise.race([once(child, 'message'), exited])) as [ServerReady];
    exited.catch(() => undefined);
    return new ServerProcess(child, ready, dir, log);
  }

  /** Makes the template that later starts of this test run copy, as `mneme migrate` does. @returns what removes it */
  static async makeTemplate(): Promise<() => Promise<void>> {
    const dir = await mkdtemp(join(tmpdir(), 'mneme-template-'));
    const { code, err } = await mnemeCommand({ MNEME_DATA_DIR: dir }, 'migrate');
    if (code !== 0) throw new Error(`the template was not made:\n${err}`);
    await rm(join(dir, 'run'), { recursive: true, force: true });
    process.env[TEMPLATE] = dir;
    return () => rm(dir, { recursive: true, force: true });
  }

  /** Puts what a first start makes into a new data directory, for tests of what comes after it. */
  static async copyTemplate(dataDir: string): Promise<void> {
    const template = process.env[TEMPLATE];
    if (template !== undefined) await copyFolder(template, dataDir);
  }

  get url(): string {
    return this.ready.url;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** SIGTERM, and the exit code. */
  async stop(): Promise<number> {
    return this.end('SIGTERM');
  }

  /** As a power cut would: nothing gets to say goodbye. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async removeData(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<number> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode ?? 1;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    const [code, by] = (await exited) as [number | null, NodeJS.Signals | null];
    if (by !== null && by !== signal)
      throw new Error(`the service was ended by ${by}:\n${this.log.join('').slice(-2_000)}`);
    return code ?? 1;
  }
}
