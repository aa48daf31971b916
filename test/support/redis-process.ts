import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';

/** A Redis of a test's own, which it may freeze and end. Needs Debian's `redis-server`. */
export class RedisProcess {
  private constructor(
    private readonly port: number,
    private readonly dir: string,
    private child: ChildProcess,
  ) {}

  static async start(): Promise<RedisProcess> {
    const dir = await mkdtemp(join(tmpdir(), 'mneme-redis-'));
    const port = await freePort();
    const redis = new RedisProcess(port, dir, run(port, dir));
    await redis.answers();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** It keeps its connections and says nothing any more. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  /** It is gone, with all it knew. */
  async end(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  /** After `end`, at the same address and empty. */
  async startAgain(): Promise<void> {
    this.child = run(this.port, this.dir);
    await this.answers();
  }

  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.end();
    await rm(this.dir, { recursive: true, force: true });
  }

  private async answers(): Promise<void> {
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    await eventually(async () => {
      if (client.status !== 'ready') await client.connect();
    });
    client.disconnect();
  }
}

function run(port: number, dir: string): ChildProcess {
  const words = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--save', '', '--appendonly', 'no'];
  return spawn('redis-server', words, { stdio: 'ignore' });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
