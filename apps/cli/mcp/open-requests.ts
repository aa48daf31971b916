/** Internal error of JSON-RPC. */
const INTERNAL_ERROR = -32603;
const UNKNOWN_OUTCOME =
  'The Mneme process that worked on this call ended before it answered. Whether it carried the call out is not known: check before you repeat it.';

type Id = string | number;

/** What of a message of JSON-RPC says which request it is or answers. */
interface Message {
  readonly id?: Id | null;
  readonly method?: string;
  readonly params?: { readonly requestId?: Id };
}

interface Request {
  readonly method: string;
  readonly line: string;
}

/** What one client of MCP has asked and not been answered, from the lines that go in and out. */
export class OpenRequests {
  /** The handshake of the revisions of 2025, which each process must hear first. That of 2026 has none. */
  private handshake: string[] = [];
  private readonly requests = new Map<Id, Request>();

  get size(): number {
    return this.requests.size;
  }

  /** @param line of the client */
  said(line: string): void {
    const { id, method, params } = messageOf(line);
    if (method === undefined) return;
    if (method === 'initialize') this.handshake = [line];
    if (method === 'notifications/initialized') this.handshake.push(line);
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) this.requests.delete(params.requestId);
    if (id !== undefined && id !== null) this.requests.set(id, { method, line });
  }

  /** @param line of a process @returns whether the client is to hear it; not where the request has its answer, or was cancelled */
  isNews(line: string): boolean {
    const { id, method } = messageOf(line);
    const isAnswer = method === undefined && id !== undefined && id !== null;
    return !isAnswer || this.requests.delete(id);
  }

  /**
   * Calls of tools can have been carried out by a process that has ended, so they are not repeated.
   * @returns the errors that answer them
   */
  endCalls(): string[] {
    const calls = [...this.requests].filter(([, { method }]) => method === 'tools/call').map(([id]) => id);
    return calls.map((id) => {
      this.requests.delete(id);
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: UNKNOWN_OUTCOME } });
    });
  }

  /** @returns what another process must hear to go on where the one before ended */
  linesForNext(): string[] {
    const open = [...this.requests.values()].map(({ line }) => line);
    return [...new Set([...this.handshake, ...open])];
  }
}

/** A line that is no message counts as one without anything. */
function messageOf(line: string): Message {
  try {
    return (JSON.parse(line) as Message | null) ?? {};
  } catch {
    return {};
  }
}
