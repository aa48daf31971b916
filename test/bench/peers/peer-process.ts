import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Leftovers } from './leftovers.js';

const READY_WITHIN_MS = 120_000;
const LOOK_MS = 100;
const ENDS_WITHIN_MS = 10_000;
/** Characters of standard error that are kept for when it fails. */
const KEPT = 4_000;

/** How a server is started. */
export interface PeerStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the path. */
  readonly env: Readonly<Record<string, string>>;
  /** Rejects as long as it does not answer. */
  ready(): Promise<unknown>;
}

/** A server under test. None is left over: each is ended by its pid, at the latest when this process ends. */
export class PeerProcess {
  private static readonly running = new Set<PeerProcess>();
  private static interrupted = false;
  private errors = '';

  private constructor(private readonly child: ChildProcess) {
    child.stderr?.on('data', (chunk: Buffer) => (this.errors = (this.errors + chunk.toString()).slice(-KEPT)));
    PeerProcess.running.add(this);
    process.once('exit', this.kill);
    child.once('exit', () => {
      PeerProcess.running.delete(this);
      process.off('exit', this.kill);
    });
  }

  /**
   * Resolves when it answers.
   *
   * @param leftovers get it
   * @throws Error with what it wrote where it ends instead, or takes two minutes
   */
  static async start(leftovers: Leftovers, { command, args, env, ready }: PeerStart): Promise<PeerProcess> {
    if (PeerProcess.interrupted) throw new Error('interrupted');
    const path = { PATH: process.env['PATH'] ?? '' };
    const child = spawn(command, args, { env: { ...path, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    await once(child, 'spawn');
    const peer = new PeerProcess(child);
    leftovers.add(() => peer.stop());
    const end = Date.now() + READY_WITHIN_MS;
    while (!(await answers(ready))) {
      if (peer.ended || Date.now() > end) {
        throw new Error(`${command} ${args.join(' ')} does not answer:\n${peer.errors}`);
      }
      await pause(LOOK_MS);
    }
    return peer;
  }

  /** Ends all of them, so that what waits for one fails, and starts no more. */
  static interrupt(): void {
    PeerProcess.interrupted = true;
    for (const { child } of PeerProcess.running) child.kill('SIGTERM');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** SIGTERM, and SIGKILL where that does not end it within ten seconds. */
  private async stop(): Promise<void> {
    if (this.ended) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const late = setTimeout(this.kill, ENDS_WITHIN_MS);
    await exited;
    clearTimeout(late);
  }

  private get ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private readonly kill = (): void => {
    this.child.kill('SIGKILL');
  };
}

async function answers(ready: () => Promise<unknown>): Promise<boolean> {
  return ready().then(
    () => true,
    () => false,
  );
}
