import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImageStage } from './image-stage.js';

/** What a command that has ended left behind. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A process that was started from an image, as process 1 of its own namespace, on a tree that it cannot write. */
export class ImageContainer {
  private readonly written: string[] = [];
  private readonly exited: Promise<Ended>;

  private constructor(
    private readonly image: ImageStage,
    private readonly env: Readonly<Record<string, string>>,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => this.written.push(chunk.toString()));
    }
    this.exited = once(child, 'exit').then(([code]) => ({ code: code as number | null, output: this.written.join('') }));
  }

  /** @param cmd in the place of the image's CMD */
  static start(image: ImageStage, env: Readonly<Record<string, string>>, cmd = image.cmd): ImageContainer {
    const [program = '', ...args] = image.started(env, [...image.entrypoint, ...cmd]);
    return new ImageContainer(image, env, spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** Runs a command to its end, as `docker run` does. */
  static run(image: ImageStage, env: Readonly<Record<string, string>>, command: readonly string[]): Ended {
    const [program = '', ...args] = image.started(env, command);
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
    return { code: status, output: status === 0 ? stdout : `${stdout}${stderr}` };
  }

  /** Asks as the engine does until the answer is yes. @throws Error with what the process wrote where it has ended */
  async healthy(command = this.image.healthcheck): Promise<void> {
    const last = Date.now() + 90_000;
    while (ImageContainer.run(this.image, this.env, command).code !== 0) {
      if (this.child.exitCode !== null || Date.now() > last) throw new Error(`not healthy:\n${this.written.join('')}`);
      await pause(500);
    }
  }

  /** The image's STOPSIGNAL to process 1. @returns how it ended, and after how many milliseconds */
  async stop(): Promise<Ended & { ms: number }> {
    const started = Date.now();
    process.kill(await this.firstProcess(), this.image.stopSignal as NodeJS.Signals);
    const late = pause(40_000, undefined, { ref: false }).then(() => {
      this.child.kill('SIGKILL');
      throw new Error('it did not end within 40 s');
    });
    const ended = await Promise.race([this.exited, late]);
    return { ...ended, ms: Date.now() - started };
  }

  /** The one that is process 1 inside, once it is node. */
  private async firstProcess(): Promise<number> {
    for (;;) {
      const { pid = 0, exitCode } = this.child;
      if (exitCode !== null) throw new Error(`it has ended:\n${this.written.join('')}`);
      const inside = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
      if (inside > 0 && readFileSync(`/proc/${inside}/cmdline`, 'utf8').startsWith('node\0')) return inside;
      await pause(20);
    }
  }
}
