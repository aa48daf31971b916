import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** A request that an endpoint got, whatever it answered. */
export interface ReceivedEvent {
  readonly path: string;
  /** The header webhook-id. */
  readonly id: string;
  readonly body: string;
  readonly at: number;
}

/** Asks for what has come since. */
export interface ReceiverCommand {
  readonly from: number;
}

/** A receiver in a process of its own, which goes on whatever becomes of service and test. */
export class ReceiverProcess {
  private readonly known: ReceivedEvent[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(): Promise<ReceiverProcess> {
    const child = fork(resolve('dist-test/test/support/webhooks/receiver.main.js'));
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new ReceiverProcess(child, port);
  }

  /** @param behaviour `ok`, `moody`, `slow` or `hang` */
  url(behaviour: string): string {
    return `http://127.0.0.1:${this.port}/${behaviour}`;
  }

  /** Everything that has come so far, in its order. */
  async received(behaviour: string): Promise<ReceivedEvent[]> {
    const answer = once(this.child, 'message') as Promise<[{ received: ReceivedEvent[] }]>;
    this.child.send({ from: this.known.length } satisfies ReceiverCommand);
    const [{ received }] = await answer;
    this.known.push(...received);
    return this.known.filter(({ path }) => path === `/${behaviour}`);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
