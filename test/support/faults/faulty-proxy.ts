import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a dependency can do instead of answering. */
export const FAULTS = ['stopped', 'refusing', 'hanging', 'slow', 'flapping'] as const;
export type Fault = (typeof FAULTS)[number];

/** What `slow` adds to every answer. */
const SLOW_MS = 100;
/** How long `flapping` is there, and how long it is away. */
const FLAP_MS = 400;

type Pair = readonly [Socket, Socket];

/** Between a service and one of its dependencies: passes everything on, or behaves as a dependency does that is in trouble. */
export class FaultyProxy {
  private readonly pairs = new Set<Pair>();
  private fault: Fault | undefined;
  private flapping: NodeJS.Timeout | undefined;

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
    private readonly port: number,
  ) {}

  /** @param target address of the dependency, any scheme */
  static async before(target: string): Promise<FaultyProxy> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new FaultyProxy(new URL(target), server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => {
      proxy.accept(socket);
    });
    return proxy;
  }

  /** The dependency's address by way of this proxy. */
  get url(): string {
    return Object.assign(new URL(this.target), { host: `127.0.0.1:${this.port}` })
      .toString()
      .replace(/\/$/, '');
  }

  /** From now on, until another one or `heal`. */
  async begin(fault: Fault): Promise<void> {
    this.fault = fault;
    if (fault === 'stopped') await this.leave();
    if (fault === 'refusing') this.cut();
    if (fault === 'hanging') this.stall();
    if (fault === 'flapping') this.flapping = setInterval(() => void this.flap(), FLAP_MS);
  }

  /** All is well again; what was held back is passed on. */
  async heal(): Promise<void> {
    clearInterval(this.flapping);
    this.fault = undefined;
    await this.arrive();
    for (const pair of this.pairs) this.join(pair);
  }

  async close(): Promise<void> {
    clearInterval(this.flapping);
    await this.leave();
  }

  private accept(socket: Socket): void {
    if (this.fault === 'refusing') {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(this.target.port), this.target.hostname);
    const pair = [socket, upstream] as const;
    this.pairs.add(pair);
    for (const side of pair) {
      side.setNoDelay(true);
      side.on('error', () => undefined);
      side.once('close', () => {
        this.pairs.delete(pair);
        socket.destroy();
        upstream.destroy();
      });
    }
    if (this.fault !== 'hanging') this.join(pair);
  }

  private join([socket, upstream]: Pair): void {
    this.carry(socket, upstream, 0);
    this.carry(upstream, socket, SLOW_MS);
  }

  private carry(from: Socket, to: Socket, slowMs: number): void {
    from.removeAllListeners('data');
    from.removeAllListeners('end');
    const soon = (action: () => void): void => {
      if (this.fault === 'slow' && slowMs > 0) setTimeout(action, slowMs);
      else action();
    };
    from.on('data', (chunk: Buffer) => {
      soon(() => to.write(chunk));
    });
    from.on('end', () => {
      soon(() => to.end());
    });
    from.resume();
  }

  private stall(): void {
    for (const [socket, upstream] of this.pairs) {
      socket.pause();
      upstream.pause();
    }
  }

  private cut(): void {
    for (const [socket] of this.pairs) socket.destroy();
  }

  private async flap(): Promise<void> {
    if (this.server.listening) await this.leave();
    else await this.arrive();
  }

  private async leave(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }

  private async arrive(): Promise<void> {
    if (this.server.listening) return;
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }
}
