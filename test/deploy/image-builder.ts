import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { contextFiles } from './docker-ignore.js';
import { parseCommand, parseDockerfile, parsePairs, substitute, type Instruction } from './dockerfile.js';
import { ImageStage } from './image-stage.js';

interface BuildOptions {
  /** The folder with the Dockerfile. */
  readonly context: string;
  /** Where stages are made, a folder each. */
  readonly work: string;
  readonly buildArgs: Readonly<Record<string, string>>;
}

type Step = (stage: ImageStage, instruction: Instruction) => void;

/** Carries out a Dockerfile in folders, without a container engine: what it does not understand it refuses. */
export class ImageBuilder {
  private readonly stages = new Map<string, ImageStage>();
  /** ARG before the first FROM. */
  private readonly globals: Record<string, string> = {};
  private readonly files: readonly string[];

  private constructor(private readonly options: BuildOptions) {
    this.files = contextFiles(options.context, readFileSync(join(options.context, '.dockerignore'), 'utf8'));
  }

  /** @returns the last stage, and the base image that it names */
  static build(options: BuildOptions): ImageStage {
    const builder = new ImageBuilder(options);
    const started = Date.now();
    let stage: ImageStage | undefined;
    for (const instruction of parseDockerfile(readFileSync(join(options.context, 'Dockerfile'), 'utf8'))) {
      const seconds = ((Date.now() - started) / 1_000).toFixed(0).padStart(4);
      process.stdout.write(`${seconds} s  ${instruction.name} ${instruction.text.slice(0, 100)}\n`);
      if (instruction.name === 'FROM') stage = builder.from(instruction);
      else if (stage === undefined) builder.globalArg(instruction);
      else builder.step(stage, instruction);
    }
    if (stage === undefined) throw new Error('the Dockerfile has no stage');
    return stage;
  }

  private readonly steps: Readonly<Record<string, Step>> = {
    ARG: (stage, { text }) => this.arg(stage, text),
    CMD: (stage, { text }) => (stage.cmd = parseCommand(text)),
    COPY: (stage, instruction) => this.copy(stage, instruction),
    ENTRYPOINT: (stage, { text }) => (stage.entrypoint = parseCommand(text)),
    ENV: (stage, { text }) => Object.assign(stage.env, Object.fromEntries(parsePairs(stage.fill(text)))),
    EXPOSE: (stage, { text }) => stage.ports.push(...stage.fill(text).split(/\s+/).map(Number)),
    HEALTHCHECK: (stage, { text }) => (stage.healthcheck = parseCommand(text.replace(/^CMD\s+/, ''))),
    LABEL: (stage, { text }) => Object.assign(stage.labels, Object.fromEntries(parsePairs(stage.fill(text)))),
    RUN: (stage, { text }) => stage.run(parseCommand(text)),
    STOPSIGNAL: (stage, { text }) => (stage.stopSignal = text),
    USER: (stage, { text }) => (stage.user = stage.fill(text)),
    WORKDIR: (stage, { text }) => stage.enter(stage.fill(text)),
  };

  private step(stage: ImageStage, instruction: Instruction): void {
    const step = this.steps[instruction.name];
    if (step === undefined) throw new Error(`${instruction.name} is not known here`);
    step(stage, instruction);
  }

  private globalArg({ name, text }: Instruction): void {
    if (name !== 'ARG') throw new Error(`${name} before the first FROM`);
    const [key = '', fallback = ''] = text.split('=', 2);
    this.globals[key] = this.options.buildArgs[key] ?? fallback;
  }

  private from({ text }: Instruction): ImageStage {
    const [base = '', name = ''] = substitute(text, this.globals).split(/\s+AS\s+/);
    const root = join(this.options.work, name);
    const earlier = this.stages.get(base);
    const stage = earlier === undefined ? new ImageStage(base, root) : earlier.continueIn(root);
    this.stages.set(name, stage);
    return stage;
  }

  private arg(stage: ImageStage, text: string): void {
    const [key = '', fallback] = text.split('=', 2);
    const value = this.options.buildArgs[key] ?? fallback ?? this.globals[key];
    if (value !== undefined) stage.args[key] = value;
  }

  private copy(stage: ImageStage, { flags, text }: Instruction): void {
    const words = stage.fill(text).split(/\s+/);
    const target = words.at(-1) ?? '';
    const { from, ...unknown } = flags;
    if (Object.keys(unknown).length > 0) throw new Error(`COPY with ${Object.keys(unknown).join()} is not known here`);
    for (const source of words.slice(0, -1)) {
      if (from === undefined) this.copyFromContext(stage, source, target);
      else this.copyFromStage(stage, from, source, target);
    }
  }

  private copyFromStage(stage: ImageStage, from: string, source: string, target: string): void {
    const other = this.stages.get(from);
    if (other === undefined) throw new Error(`COPY from ${from}, which is no stage`);
    const to = stage.pathOf(target);
    mkdirSync(to, { recursive: true });
    execFileSync('cp', ['-al', `${other.pathOf(source)}/.`, to]);
  }

  private copyFromContext(stage: ImageStage, source: string, target: string): void {
    const { context } = this.options;
    const path = posix.normalize(source).replace(/\/$/, '');
    const isFolder = existsSync(join(context, path)) && statSync(join(context, path)).isDirectory();
    const chosen = this.files.filter((file) => (isFolder ? file.startsWith(`${path}/`) : file === path));
    if (chosen.length === 0)
      throw new Error(`COPY ${source}: .dockerignore lets nothing of it through, or it is missing`);
    const intoFolder = target.endsWith('/');
    for (const file of chosen) {
      const inside = isFolder ? file.slice(path.length + 1) : intoFolder ? basename(file) : '';
      const to = join(stage.pathOf(target), inside);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(context, file), to);
    }
  }
}
