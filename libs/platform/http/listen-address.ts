import { once } from 'node:events';
import { createServer } from 'node:net';

/** Where a process is to listen, and the variables that say so. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** `PORT`, or that of a worker. */
  readonly variable: string;
}

/**
 * Resolves where a process can listen there now: asked before anything that takes long.
 * @throws Error of one line that names the variable to change
 */
export async function checkListenAddress(address: ListenAddress): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(address.port, address.host);
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, address);
  } finally {
    probe.close();
  }
}

/** Why a process cannot listen, in one line that names the variable to change; any other error as it is. */
export function listenError(error: unknown, { host, port, variable }: ListenAddress): unknown {
  const message = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another process. Set ${variable} to a free port, or to 0 for any.`,
    EACCES: `This user may not listen on port ${port} of ${host}. Set ${variable} to a port from 1024 on.`,
    EADDRNOTAVAIL: `${host} is no address of this machine, so port ${port} cannot be opened. Set HOST to one that is, such as 127.0.0.1.`,
    ENOTFOUND: `HOST names ${host}, which has no address. Set it to one of this machine, such as 127.0.0.1.`,
  }[(error as NodeJS.ErrnoException).code ?? ''];
  return message === undefined ? error : new Error(message, { cause: error });
}
