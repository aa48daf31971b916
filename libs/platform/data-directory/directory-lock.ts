import { once } from 'node:events';
import { chmod, open, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A takeover lasts milliseconds; an older mark is what a killed process left. */
const TAKEOVER_STALE_MS = 5_000;

/** Another process holds the data directory. */
export class DirectoryInUseError extends Error {
  constructor(path: string) {
    super(
      `The data directory ${path} is in use by another Mneme process. Stop it, or set MNEME_DATA_DIR to another folder.`,
    );
    this.name = 'DirectoryInUseError';
  }
}

/**
 * A lock that the system drops when its holder dies, however it dies: a Unix socket that the holder listens on.
 * A process id in a file would not do, since ids are used again and each container's first process has the same one.
 */
export class DirectoryLock {
  private serve: ((socket: Socket) => void) | undefined;

  private constructor(
    private readonly server: Server,
    private readonly connections: Set<Socket>,
  ) {}

  /** @throws DirectoryInUseError where a living process holds it */
  static async take(socketPath: string, directory: string): Promise<DirectoryLock> {
    const takeover = await claimTakeover(`${socketPath}.takeover`, directory);
    try {
      if (await answers(socketPath)) throw new DirectoryInUseError(directory);
      await rm(socketPath, { force: true });
      return await DirectoryLock.listen(socketPath);
    } finally {
      await takeover();
    }
  }

  private static async listen(socketPath: string): Promise<DirectoryLock> {
    const lock = new DirectoryLock(createServer(), new Set<Socket>());
    lock.server.on('connection', (socket) => {
      lock.accept(socket);
    });
    lock.server.listen(socketPath);
    await once(lock.server, 'listening');
    await chmod(socketPath, 0o600);
    // Holding the lock must not keep a process alive that has nothing else to do.
    lock.server.unref();
    return lock;
  }

  /** Others of the same user may speak to the holder through its lock; who came before this call is served now. */
  onConnection(serve: (socket: Socket) => void): void {
    this.serve = serve;
    this.connections.forEach(serve);
  }

  private accept(socket: Socket): void {
    this.connections.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.connections.delete(socket));
    this.serve?.(socket);
  }

  async release(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.connections) socket.destroy();
    await closed;
  }
}

/** Two processes that both find a dead socket must not both replace it. */
async function claimTakeover(mark: string, directory: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + 2 * TAKEOVER_STALE_MS;
  while (Date.now() < deadline) {
    const handle = await open(mark, 'wx', 0o600).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    if (handle !== undefined) {
      await handle.close();
      return () => rm(mark, { force: true });
    }
    const age = Date.now() - ((await stat(mark).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > TAKEOVER_STALE_MS) await rm(mark, { force: true });
    else await delay(50);
  }
  throw new DirectoryInUseError(directory);
}

async function answers(socketPath: string): Promise<boolean> {
  const socket = connect(socketPath);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
