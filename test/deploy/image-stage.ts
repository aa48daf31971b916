import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { substitute } from './dockerfile.js';

const ENTER = resolve('test/deploy/enter-root.sh');
/** What a machine needs to reach its registry; an engine hands on the same. */
const HANDED_ON = /^(https?_proxy|no_proxy|npm_config_registry|node_extra_ca_certs)$/i;

/** A stage of an image: a folder that is its root, and what its instructions have set. */
export class ImageStage {
  readonly args: Record<string, string> = {};
  readonly env: Record<string, string> = {};
  readonly labels: Record<string, string> = {};
  readonly ports: number[] = [];
  user = '0:0';
  workdir = '/';
  entrypoint: string[] = [];
  cmd: string[] = [];
  healthcheck: string[] = [];
  stopSignal = 'SIGTERM';

  constructor(
    /** The image that the first stage of the line names. */
    readonly base: string,
    readonly root: string,
  ) {
    mkdirSync(root, { recursive: true });
  }

  /** A stage that begins with what this one has. */
  continueIn(root: string): ImageStage {
    const stage = new ImageStage(this.base, root);
    execFileSync('cp', ['-al', `${this.root}/.`, root]);
    Object.assign(stage.env, this.env);
    stage.workdir = this.workdir;
    stage.user = this.user;
    return stage;
  }

  /** Puts arguments and variables in the place of their names. */
  fill(text: string): string {
    return substitute(text, { ...this.args, ...this.env });
  }

  /** Where a path of the image lies on this machine. */
  pathOf(path: string): string {
    return join(this.root, posix.resolve(this.workdir, path));
  }

  /** WORKDIR: made where it is missing. */
  enter(path: string): void {
    this.workdir = posix.resolve(this.workdir, path);
    mkdirSync(this.pathOf('.'), { recursive: true });
  }

  /** RUN. @throws Error where the command fails */
  run(command: readonly string[]): void {
    const outside = Object.entries(process.env).filter(([name]) => HANDED_ON.test(name));
    const env = { ...Object.fromEntries(outside), ...this.env, ...this.args } as Record<string, string>;
    const [program = '', ...args] = this.enterWith('build', env, command);
    execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  }

  /** The command line that runs a command in the finished image, with nothing that can be written. */
  started(env: Readonly<Record<string, string>>, command: readonly string[]): string[] {
    return this.enterWith('run', { ...this.env, ...env }, command);
  }

  private enterWith(
    mode: 'build' | 'run',
    env: Readonly<Record<string, string>>,
    command: readonly string[],
  ): string[] {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return ['bash', ENTER, mode, this.root, this.user, this.workdir, ...variables, '--', ...command];
  }
}
