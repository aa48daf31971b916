import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../concurrency/worker-file.js';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedTask } from './embedded-database.worker.js';
import { newStatementBlock } from './engine-statement.js';
import { StatementControl } from './statement-control.js';

/** The thread that the embedded engine runs in: asked one thing at a time. It may die, and then answers nothing more. */
export class EmbeddedThread {
  /** Resolves when it has ended for any reason, with the reason as far as it is known. */
  readonly ended: Promise<Error>;
  /** Of a thread that serves. */
  control: StatementControl | undefined;
  private over = false;

  private constructor(private readonly worker: Worker) {
    let cause: Error | undefined;
    this.ended = new Promise((resolve) => {
      worker.on('error', (error) => {
        cause = error;
      });
      worker.on('exit', (code) => {
        this.over = true;
        const reason = cause?.message ?? `exit code ${code}`;
        resolve(new Error(`the embedded database has ended: ${reason}`, { cause }));
      });
    });
  }

  /**
   * Makes the files of a new database.
   * @throws Error where they cannot be read or written
   */
  static async make(folder: string): Promise<void> {
    const thread = new EmbeddedThread(newWorker({ folder }));
    await thread.reply();
    await thread.end();
  }

  /**
   * @param socketPath what the database is served on
   * @throws Error where its files cannot be read or written
   */
  static async serve(folder: string, socketPath: string): Promise<EmbeddedThread> {
    const statements = newStatementBlock();
    const thread = new EmbeddedThread(newWorker({ folder, served: { socketPath, statements } }));
    const { flags } = await thread.reply();
    if (flags !== undefined) thread.control = new StatementControl(statements, flags);
    return thread;
  }

  get hasEnded(): boolean {
    return this.over;
  }

  /** @throws Error at once where the thread has ended, or when it does */
  async ask(request: EmbeddedRequest): Promise<void> {
    const answer = this.reply();
    this.worker.postMessage(request);
    await answer;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
    // It refers to the engine's memory.
    this.control = undefined;
  }

  /** The worker's next message; an error thrown in it rejects through `once`. */
  private async reply(): Promise<EmbeddedReply> {
    const ended = this.ended.then((error) => {
      throw error;
    });
    const [message] = (await Promise.race([once(this.worker, 'message'), ended])) as [EmbeddedReply];
    if (message.error !== undefined) throw new Error(`the embedded database cannot be opened: ${message.error}`);
    return message;
  }
}

function newWorker(workerData: EmbeddedTask): Worker {
  return new Worker(workerFile(import.meta.url, './embedded-database.worker.js'), { workerData });
}
