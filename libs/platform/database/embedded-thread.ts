import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../jobs/worker-file.js';
import type { EmbeddedReply, EmbeddedRequest } from './embedded-database.worker.js';

/** The thread that the embedded engine runs in: asked one thing at a time. It may die, and then answers nothing more. */
export class EmbeddedThread {
  /** Resolves when it has ended, whoever wanted that, with what is known of why. */
  readonly ended: Promise<Error>;
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
   * @param workerData where the database's files are, and the socket to serve it on; without one its files are made
   * @throws Error where the files cannot be read or written
   */
  static async start(workerData: { folder: string; socketPath?: string }): Promise<EmbeddedThread> {
    const file = workerFile(import.meta.url, './embedded-database.worker.js');
    const thread = new EmbeddedThread(new Worker(file, { workerData }));
    await thread.reply();
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
  }

  /** The worker's next message; an error thrown in it rejects through `once`. */
  private async reply(): Promise<void> {
    const ended = this.ended.then((error) => {
      throw error;
    });
    const [message] = (await Promise.race([once(this.worker, 'message'), ended])) as [EmbeddedReply];
    if (message.error !== undefined) throw new Error(`the embedded database cannot be opened: ${message.error}`);
  }
}
