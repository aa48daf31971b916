import { Logger } from '@nestjs/common';

/** What Transformers.js reports while it reads a file of a model: bytes so far and bytes in all. */
export interface FileProgress {
  readonly name: string;
  readonly file: string;
  readonly loaded: number;
  readonly total: number;
}

/** Below that a file is there before anyone has read the line. */
const SMALL_BYTES = 1_000_000;
const STEP_PERCENT = 10;

/** Tells how far the download of a model has come: a line for each tenth of each large file. */
export class DownloadLog {
  private readonly logger = new Logger('ModelDownload');
  private readonly logged = new Map<string, number>();

  report({ name, file, loaded, total }: FileProgress): void {
    if (total < SMALL_BYTES) return;
    const step = Math.floor((100 * loaded) / total / STEP_PERCENT);
    if (step <= (this.logged.get(file) ?? -1)) return;
    this.logged.set(file, step);
    const megabytes = (total / 1e6).toFixed(1);
    this.logger.log(`downloading ${name}: ${file}, ${step * STEP_PERCENT} % of ${megabytes} MB`);
  }
}
