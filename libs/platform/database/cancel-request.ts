import { once } from 'node:events';
import pg from 'pg';

/** Longer than a server in the same network takes; the statement's own time limit ends it anyway. */
const LIMIT_MS = 1_000;

/** What of the driver's connection is used to ask for a cancellation: it has more than its types say. */
interface Messenger extends NodeJS.EventEmitter {
  readonly stream: { destroy(): void };
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

interface Cancellable {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly connectionParameters: { readonly sslnegotiation?: string };
}

/**
 * Asks the server, on a connection of its own as PostgreSQL has it, to cancel what a client's connection is running. No
 * right is needed for it and no place in the pool. The server closes that connection once it has passed the request on, so
 * it does not meet what is sent afterwards on the client's own connection.
 * @returns false where it is not known to have done so: the request may come later
 */
export async function requestCancellation(client: pg.Client): Promise<boolean> {
  const { host, port, ssl, processID, secretKey, connectionParameters } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return false;
  const { sslnegotiation: sslNegotiation } = connectionParameters;
  const messenger = new pg.Connection({ ssl, sslNegotiation } as pg.ClientConfig) as unknown as Messenger;
  const cancel = (): void => {
    messenger.cancel(processID, secretKey);
  };
  messenger.once('connect', () => {
    if (ssl === false) cancel();
    else if (sslNegotiation !== 'direct') messenger.requestSsl();
  });
  messenger.once('sslconnect', cancel);
  try {
    if (host.startsWith('/')) messenger.connect(`${host}/.s.PGSQL.${port}`);
    else messenger.connect(port, host);
    await once(messenger, 'end', { signal: AbortSignal.timeout(LIMIT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    messenger.on('error', () => undefined);
    messenger.stream.destroy();
  }
}
