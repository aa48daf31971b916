import { Logger } from '@nestjs/common';
import { DomainError } from '@mneme/platform';
import { Piscina } from 'piscina';

/** A thread that nobody has asked for so long ends. */
const IDLE_MS = 60_000;
const HEAP_MB = 512;
/** Objects of one run live briefly: with less room for new ones, much of the time goes into moving them. */
const NEW_OBJECTS_MB = 96;

export interface BoundedTask {
  /** Of the exported function. */
  readonly name: string;
}

/** One thread, in which no task takes for ever: waiting included, each is answered within a time. */
export class BoundedPool {
  private readonly logger = new Logger(BoundedPool.name);
  private readonly pool: Piscina;

  /** @param limitMs a task that is not done by then is ended, and the thread with it; the next one begins on a new thread */
  constructor(
    file: URL,
    private readonly limitMs: number,
  ) {
    this.pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: NEW_OBJECTS_MB },
    });
  }

  /** @throws DomainError unavailable where it takes too long */
  async run(input: unknown, { name }: BoundedTask): Promise<unknown> {
    const signal = AbortSignal.timeout(this.limitMs);
    try {
      return (await this.pool.run(input, { name, signal })) as unknown;
    } catch (error) {
      if (!signal.aborted) throw error;
      this.logger.warn(`${name} took longer than ${this.limitMs} ms and was ended`);
      throw DomainError.unavailable('the analysis took too long and was ended');
    }
  }

  async close(): Promise<void> {
    await this.pool.close({ force: true });
  }
}
