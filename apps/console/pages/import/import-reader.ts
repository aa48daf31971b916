import type { MemoryRecord } from '@mneme/client';
import type { Answer, FilePreview, ReadOptions, Request } from './import-messages.js';

/** Reads files in a worker. */
export class ImportReader {
  private readonly worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });

  constructor(
    private readonly files: readonly File[],
    private readonly options: ReadOptions,
  ) {}

  /** @param onProgress bytes that have been read of all files */
  async preview(onProgress: (bytes: number) => void): Promise<readonly FilePreview[]> {
    const answer = await this.ask({ kind: 'preview', files: this.files, options: this.options }, onProgress);
    return answer.kind === 'preview' ? answer.previews : [];
  }

  /** The records of some of the files, read as fast as they are taken. @throws Error where a file is damaged */
  async *records(files: readonly File[]): AsyncGenerator<MemoryRecord, void, undefined> {
    let answer = await this.ask({ kind: 'records', files, options: this.options });
    while (answer.kind === 'records' && answer.records.length > 0) {
      yield* answer.records;
      answer = await this.ask({ kind: 'next' });
    }
  }

  /** Stops reading, at once. */
  close(): void {
    this.worker.terminate();
  }

  private ask(request: Request, onProgress?: (bytes: number) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.kind === 'progress') onProgress?.(data.bytes);
        else if (data.kind === 'failure') reject(new Error(data.message));
        else resolve(data);
      };
      this.worker.onerror = () => reject(new Error('The browser could not start the reader of files.'));
      this.worker.postMessage(request);
    });
  }
}
