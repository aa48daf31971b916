import { fileURLToPath } from 'node:url';
import { NodeChild } from '../load/child-process.js';
import type { BenchMemory } from '../data/corpus.js';
import type { Sample } from '../data/sample.js';

const MAIN = fileURLToPath(new URL('./floor.main.js', import.meta.url));

/** What the bare script can be told to do. */
export type FloorRequest =
  | { readonly work: 'seed'; readonly memories: readonly BenchMemory[] }
  | { readonly work: 'ids'; readonly limit: number }
  | { readonly work: 'create'; readonly concurrency: number; readonly memories: readonly BenchMemory[] }
  | { readonly work: 'search'; readonly concurrency: number; readonly queries: readonly string[] }
  | {
      readonly work: 'embed' | 'embedPlainly';
      readonly concurrency: number;
      readonly texts: readonly (readonly string[])[];
    };

/** The bare script in a process of its own, with a database of its own. */
export class FloorProcess {
  private constructor(
    private readonly node: NodeChild,
    /** Of its bare HTTP server. */
    readonly url: string,
  ) {}

  static async start(tenant: string, env: Readonly<Record<string, string>>): Promise<FloorProcess> {
    const node = NodeChild.start([MAIN], { ...env, BENCH_TENANT: tenant });
    const { url } = (await node.message()) as { url: string };
    return new FloorProcess(node, url);
  }

  get pid(): number {
    return this.node.child.pid ?? 0;
  }

  async seed(memories: readonly BenchMemory[]): Promise<void> {
    await this.ask({ work: 'seed', memories });
  }

  async ids(limit: number): Promise<string[]> {
    return (await this.ask({ work: 'ids', limit })) as string[];
  }

  async create(memories: readonly BenchMemory[], concurrency: number): Promise<Sample> {
    return (await this.ask({ work: 'create', concurrency, memories })) as Sample;
  }

  async search(queries: readonly string[], concurrency: number): Promise<Sample> {
    return (await this.ask({ work: 'search', concurrency, queries })) as Sample;
  }

  /** Each list of texts in one call. */
  async embed(texts: readonly (readonly string[])[], concurrency: number): Promise<Sample> {
    return (await this.ask({ work: 'embed', concurrency, texts })) as Sample;
  }

  /** The same by Transformers.js as its documentation has it. */
  async embedPlainly(texts: readonly (readonly string[])[], concurrency: number): Promise<Sample> {
    return (await this.ask({ work: 'embedPlainly', concurrency, texts })) as Sample;
  }

  async stop(): Promise<void> {
    await this.node.stop();
  }

  private async ask(request: FloorRequest): Promise<unknown> {
    return ((await this.node.ask(request)) as { reply: unknown }).reply;
  }
}
