import { spawn, type ChildProcess } from 'node:child_process';
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
    this.exited = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      output: this.written.join(''),
    }));
  }

  /** @param cmd in the place of the image's CMD */
  static start(image: ImageStage, env: Readonly<Record<string, string>>, cmd = image.cmd): ImageContainer {
    const [program = '', ...args] = image.started(env, [...image.entrypoint, ...cmd]);
    return new ImageContainer(image, env, spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  /** Runs a command to its end, as `docker run` does. */
  static async run(
    image: ImageStage,
    env: Readonly<Record<string, string>>,
    command: readonly string[],
  ): Promise<Ended> {
    const [program = '', ...args] = image.started(env, command);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const { code, output } = await new ImageContainer(image, env, child).exited;
    return { code, output };
  }

  /** Asks as the engine does until the answer is yes. @throws Error with what the process wrote where it has ended */
  async healthy(command = this.image.healthcheck): Promise<void> {
    const last = Date.now() + 90_000;
    while ((await ImageContainer.run(this.image, this.env, command)).code !== 0) {
      if (this.child.exitCode !== null || Date.now() > last) throw new Error(`not healthy:\n${this.written.join('')}`);
      await pause(500);
    }
  }

  /**
   * The image's STOPSIGNAL to process 1.
   * @param insist says it again until it is heard: node itself hears nothing for its first tenth of a second
   * @returns how it ended, and after how many milliseconds
   */
  async stop({ insist = false } = {}): Promise<Ended & { ms: number }> {
    const started = Date.now();
    let ended: Ended | undefined;
    const exited = this.exited.then((how) => (ended = how));
    const inside = await this.firstProcess();
    do {
      this.signal(inside);
      await Promise.race([exited, pause(insist ? 50 : 40_000, undefined, { ref: false })]);
    } while (insist && ended === undefined && Date.now() - started < 40_000);
    if (ended !== undefined) return { ...ended, ms: Date.now() - started };
    this.child.kill('SIGKILL');
    throw new Error(`it did not end within 40 s:\n${this.written.join('')}`);
  }

  private signal(pid: number): void {
    try {
      process.kill(pid, this.image.stopSignal);
    } catch {
      // It has ended between two looks.
    }
  }

  /** The one that is process 1 inside, once it is node. */
  private async firstProcess(): Promise<number> {
    for (;;) {
      const { pid = 0, exitCode } = this.child;
      if (exitCode !== null) throw new Error(`it has ended:\n${this.written.join('')}`);
      const inside = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
      if (inside > 0 && readFileSync(`/proc/${inside}/cmdline`, 'utf8').startsWith('node\0')) return inside;
      await pause(5);
    }
  }
}
