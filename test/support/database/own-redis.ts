import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from '../service/free-port.js';

/** A redis-server of one test, to be stopped, started again and emptied. */
export class OwnRedis {
  private child: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  /** Not started yet. */
  static async onFreePort(): Promise<OwnRedis> {
    return new OwnRedis(await freePort());
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn('redis-server', options, { stdio: 'ignore' });
    await this.command((redis) => redis.ping());
  }

  /** Everything that was in it is gone. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** It keeps its connections and says nothing any more. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async flush(): Promise<void> {
    await this.command((redis) => redis.flushall());
  }

  private async command(send: (redis: Redis) => Promise<unknown>): Promise<void> {
    const redis = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    redis.on('error', () => undefined);
    await send(redis);
    redis.disconnect();
  }
}
