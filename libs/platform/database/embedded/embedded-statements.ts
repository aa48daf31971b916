import { Logger } from '@nestjs/common';
import type { StatementControl } from './statement-control.js';

const LOOK_MS = 100;

/**
 * Cancels statements of the embedded engine: those that run longer than their user allows, and one that its user gives
 * up. The engine has one connection, so while it is in use every statement is its user's.
 */
export class EmbeddedStatements {
  /** How long the connection's user lets a statement run; undefined for what may take as long as it takes. */
  limitMs: number | undefined;
  private readonly logger = new Logger('EmbeddedDatabase');
  private seen: number | undefined;
  private looks = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param control undefined once the engine has ended */
  constructor(private readonly control: () => StatementControl | undefined) {
    this.timer = setInterval(() => {
      this.look();
    }, LOOK_MS).unref();
  }

  /** Whether a statement is running and has not had its time: the engine works, and will take the next one. */
  get atWork(): boolean {
    const running = this.control()?.running !== undefined;
    return running && (this.limitMs === undefined || this.looks * LOOK_MS <= this.limitMs + LOOK_MS);
  }

  /** Cancels the statement that is running, if there is one. */
  cancel(): void {
    const control = this.control();
    const running = control?.running;
    if (running !== undefined) control?.cancel(running);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Counted in looks, not read off a clock: a process that was stopped for a while did not have a statement run so long. */
  private look(): void {
    const control = this.control();
    const running = control?.running;
    this.looks = running !== undefined && running === this.seen ? this.looks + 1 : 0;
    this.seen = running;
    if (running !== undefined && this.limitMs !== undefined && this.looks * LOOK_MS >= this.limitMs) {
      if (this.looks * LOOK_MS < this.limitMs + LOOK_MS) {
        this.logger.warn(`a statement has run for ${this.limitMs / 1_000} s and is cancelled`);
      }
      control?.cancel(running);
    }
  }
}
