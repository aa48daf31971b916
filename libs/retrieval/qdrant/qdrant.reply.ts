/** An answer that is none: Qdrant's status and what it said. */
class QdrantRefusal extends Error {
  constructor(
    readonly status: number,
    readonly data: unknown,
  ) {
    super(`Qdrant answered ${status}`);
  }
}

/** What is made of an answer: its bytes as they came, or its result. */
export type Answer = 'bytes' | 'result';

/** One answer of Qdrant, put together from its pieces as they come from the connection: what undici dispatches to. */
export class QdrantReply {
  private readonly pieces: Buffer[] = [];
  private readonly timer: NodeJS.Timeout;
  private status = 0;
  private late = false;
  private abort: ((error: Error) => void) | undefined;

  constructor(
    withinMs: number,
    private readonly answer: Answer,
    private readonly resolve: (result: unknown) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(() => this.giveUp(), Math.max(0, withinMs));
  }

  /** Called again if the request has to be sent again on another connection. */
  onConnect(abort: (error?: Error) => void): void {
    this.abort = abort;
    if (this.late) abort(tooLate());
  }

  onHeaders(status: number): boolean {
    this.status = status;
    return true;
  }

  onData(piece: Buffer): boolean {
    this.pieces.push(piece);
    return true;
  }

  onComplete(): void {
    clearTimeout(this.timer);
    const bytes = this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces);
    if (this.status === 200 && this.answer === 'bytes') {
      this.resolve(bytes);
      return;
    }
    const said = parsed(String(bytes));
    if (this.status !== 200) this.reject(new QdrantRefusal(this.status, said));
    else if (typeof said === 'object' && said !== null) this.resolve((said as { result?: unknown }).result);
    else this.reject(new SyntaxError('the answer is no JSON'));
  }

  onError(error: Error): void {
    clearTimeout(this.timer);
    this.reject(error);
  }

  /** It may still wait for a connection: then it is not sent any more. */
  private giveUp(): void {
    this.late = true;
    this.abort?.(tooLate());
    this.reject(tooLate());
  }
}

function tooLate(): Error {
  return Object.assign(new Error('Qdrant did not answer in time'), { name: 'TimeoutError' });
}

/** A proxy's refusal need not be JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
