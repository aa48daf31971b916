import { Logger } from '@nestjs/common';
import { callerSignal } from '@mneme/platform/context';
import { DomainError } from '@mneme/platform/errors';
import { Piscina } from 'piscina';

/** A thread that is idle this long ends and returns its memory; the next task then waits for a new one. */
const IDLE_MS = 60_000;
const HEAP_MB = 512;
/** Objects of one run live briefly: with less room for new ones, much of the time goes into moving them. */
const NEW_OBJECTS_MB = 96;

export interface BoundedTask {
  /** Of the exported function. */
  readonly name: string;
}

/** One thread, in which no task takes for ever or all memory: waiting included, each is answered within a time. */
export class BoundedWorkers {
  private readonly logger = new Logger(BoundedWorkers.name);
  private readonly pool: Piscina;

  /**
   * A task that takes more is ended, and the thread with it; the next one begins on a new thread.
   * @param heapMb what its objects may take, in MB
   */
  constructor(
    file: URL,
    private readonly limitMs: number,
    private readonly heapMb = HEAP_MB,
  ) {
    this.pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: NEW_OBJECTS_MB },
    });
  }

  /** @throws DomainError unavailable where it takes too long or too much memory; callerGone where its client had hung up before */
  async run(input: unknown, { name }: BoundedTask): Promise<unknown> {
    if (callerSignal()?.aborted === true) throw DomainError.callerGone();
    const signal = AbortSignal.timeout(this.limitMs);
    try {
      return (await this.pool.run(input, { name, signal })) as unknown;
    } catch (error) {
      const excess = signal.aborted ? 'too long' : isOutOfMemory(error) ? 'too much memory' : undefined;
      if (excess === undefined) throw error;
      this.logger.warn(`${name} took ${excess} and was ended (${this.limitMs} ms, ${this.heapMb} MB)`);
      throw DomainError.unavailable(`the analysis took ${excess} and was ended`);
    }
  }

  async close(): Promise<void> {
    await this.pool.close({ force: true });
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as Partial<NodeJS.ErrnoException> | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
