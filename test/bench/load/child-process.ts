import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Another Node process that this one started; its standard error is kept for when it fails. */
export class NodeChild {
  readonly out: string[] = [];
  private readonly errors: string[] = [];
  private readonly exited: Promise<number>;

  private constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => this.out.push(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => this.errors.push(chunk.toString()));
    this.exited = once(child, 'exit').then(([code]) => (code as number | null) ?? 1);
    // It must not outlive the benchmark, nor write to a folder that is removed then.
    process.prependOnceListener('exit', () => child.kill('SIGKILL'));
  }

  /** @param args the script and its words, after Node's own flags */
  static start(args: readonly string[], env: Readonly<Record<string, string>>): NodeChild {
    const base = { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1' };
    return new NodeChild(
      spawn(process.execPath, args, { env: { ...base, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
    );
  }

  /** Resolves with its next message. @throws Error with what it wrote where it ends instead */
  async message(): Promise<unknown> {
    return this.unlessItEnds(once(this.child, 'message').then(([message]) => message as unknown));
  }

  async ask(message: object): Promise<unknown> {
    const reply = this.message();
    this.child.send(message);
    return reply;
  }

  async unlessItEnds<T>(work: Promise<T>): Promise<T> {
    const ended = this.exited.then((code): never => {
      throw new Error(`${this.child.spawnargs.slice(1).join(' ')} ended with code ${code}:\n${this.errors.join('')}`);
    });
    return Promise.race([work, ended]);
  }

  /** SIGTERM where it still runs; the exit code. */
  async stop(): Promise<number> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM');
    return this.exited;
  }

  async end(): Promise<number> {
    return this.exited;
  }
}
