import type { MnemeProcess } from '../service/mneme-process.js';

/** A place for one process, which is killed with -9 and started anew, at an address that changes each time. */
export class ReplicaSlot {
  kills = 0;
  private restarting: Promise<void> = Promise.resolve();

  private constructor(
    readonly kind: string,
    private readonly start: () => Promise<MnemeProcess>,
    /** Undefined while there is none. */
    private running: MnemeProcess | undefined,
  ) {}

  static async fill(kind: string, start: () => Promise<MnemeProcess>): Promise<ReplicaSlot> {
    return new ReplicaSlot(kind, start, await start());
  }

  /** Undefined from the kill until the next process answers. */
  get url(): string | undefined {
    return this.running?.url;
  }

  /** Kills it in the middle of whatever it does. @returns false where there is nothing to kill */
  kill(): boolean {
    const { running } = this;
    if (running === undefined) return false;
    this.running = undefined;
    this.kills++;
    this.restarting = running.kill().then(async () => {
      this.running = await this.start();
    });
    return true;
  }

  /** Resolves when no restart is under way. @throws Error where the last one failed */
  async up(): Promise<void> {
    await this.restarting;
  }
}
