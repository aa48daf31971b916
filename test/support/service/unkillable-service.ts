import { eventually } from '../eventually.js';
import { ServerProcess } from './server-process.js';

/** A service that is killed with -9 and started again on what it left, at an address that changes each time. */
export class UnkillableService {
  private restarting: Promise<void> = Promise.resolve();

  private constructor(
    private server: ServerProcess,
    private readonly env: Record<string, string>,
  ) {}

  static async start(env: Record<string, string>): Promise<UnkillableService> {
    return new UnkillableService(await ServerProcess.start(env), env);
  }

  get url(): string {
    return this.server.url;
  }

  /** Resolves when it answers again. */
  async killAndRestart(): Promise<void> {
    const { server } = this;
    this.restarting = server.kill().then(async () => {
      this.server = await eventually(() => ServerProcess.start(this.env, server.dataDir), 60_000);
    });
    await this.restarting;
  }

  /** Resolves when no restart is under way. */
  async up(): Promise<void> {
    await this.restarting;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.server.removeData();
  }
}
