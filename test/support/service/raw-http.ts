import { connect } from 'node:net';

/** What came back on a connection until it ended. */
export interface RawAnswer {
  /** Undefined where the connection was closed without an answer. */
  readonly status: number | undefined;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** So long a connection may stay open: a server that neither answers nor closes fails the test. */
const OPEN_MS = 10_000;

/** Sends bytes as they are, whatever an HTTP client would say to them, and reads until the connection ends. */
export async function rawHttp(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection stays open: ${JSON.stringify(received.slice(0, 200))}`));
    }, OPEN_MS);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    // A reset after the answer, where the server closes with bytes unread, is an end too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    socket.write(bytes, 'latin1');
  });
  return answerIn(text);
}

function answerIn(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((each): [string, string] => {
    const at = each.indexOf(':');
    return [each.slice(0, at).toLowerCase(), each.slice(at + 1).trim()];
  });
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1];
  return {
    status: status === undefined ? undefined : Number(status),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
