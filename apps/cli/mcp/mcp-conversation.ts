import { pipeline, Readable, type Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import split from 'split2';
import type { CommandIo } from '../command-io.js';
import { HolderEndedError } from '../run-on-server.js';
import { OpenRequests } from './open-requests.js';

/** Carries `mneme mcp` out. @throws HolderEndedError where another process did, and ended before the client */
export type Attempt = (io: CommandIo) => Promise<number>;

/**
 * The conversation of one client of MCP, whichever process holds the data directory. If that process ends, the next one hears
 * the handshake and the open requests again. A client that asks nothing needs no process.
 */
export class McpConversation {
  private readonly open = new OpenRequests();
  private isHeard = false;
  private hasEnded = false;
  private input = this.nextInput();
  private wake = (): void => undefined;

  constructor(private readonly io: CommandIo) {}

  /**
   * @param first what carries the command out
   * @param next the same, after the process before has ended
   * @returns the exit code of the last attempt; 0 where the client ended between two
   */
  async run(first: Attempt, next: Attempt): Promise<number> {
    try {
      let exit = await this.attempt(first);
      while (exit === undefined) {
        if (!(await this.isNeeded())) return 0;
        this.input = this.nextInput();
        exit = await this.attempt(next);
      }
      return exit;
    } finally {
      // An input that is open would keep the process from ending.
      this.io.in.destroy();
    }
  }

  /** @returns undefined where the process that carried the command out ended before the client */
  private async attempt(run: Attempt): Promise<number | undefined> {
    const out = this.nextOutput();
    try {
      return await run({ ...this.io, in: this.input, out });
    } catch (error) {
      if (!(error instanceof HolderEndedError)) throw error;
      for (const answer of this.open.endCalls()) this.io.out.write(`${answer}\n`);
      return undefined;
    } finally {
      await finished(out.end());
    }
  }

  /** Waits for the client. @returns whether it has asked something; otherwise it has ended, or the person gave up */
  private async isNeeded(): Promise<boolean> {
    const { signal } = this.io;
    this.listen();
    const wake = (): void => {
      this.wake();
    };
    signal.addEventListener('abort', wake);
    while (this.open.size === 0 && !this.hasEnded && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    signal.removeEventListener('abort', wake);
    return this.open.size > 0 && !signal.aborted;
  }

  /** The client's own input stays untouched until a process reads. */
  private nextInput(): Readable {
    const input = new Readable({
      read: () => {
        this.listen();
      },
    });
    for (const line of this.open.linesForNext()) input.push(`${line}\n`);
    if (this.hasEnded) input.push(null);
    return input;
  }

  private listen(): void {
    if (this.isHeard) return;
    this.isHeard = true;
    const lines = pipeline(this.io.in, split(), () => {
      // A client that breaks off has ended too.
      this.hasEnded = true;
      this.input.push(null);
      this.wake();
    });
    lines.on('data', (line: string) => {
      this.open.said(line);
      this.input.push(`${line}\n`);
      this.wake();
    });
  }

  private nextOutput(): Transform {
    const lines = split((line: string) => (this.open.isNews(line) ? `${line}\n` : undefined));
    lines.pipe(this.io.out, { end: false });
    return lines;
  }
}
