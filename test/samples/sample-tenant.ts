import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryType } from '../../libs/memories/storage/memory-types.js';

/** A line of memories.ndjson. */
export interface SampleMemory {
  readonly externalId: string;
  readonly content: string;
  readonly type: MemoryType;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly metadata?: {
    readonly occurredAt?: string;
    /** External ids of earlier memories. */
    readonly relatedTo?: readonly string[];
    readonly sessionId?: string;
    readonly source?: string;
  };
  readonly createdAt: string;
}

const SAMPLES = join(process.cwd(), 'samples', 'test-tenant');

/** What a sample file holds, as text. */
export function sampleFile(name: string): string {
  return readFileSync(join(SAMPLES, name), 'utf8');
}

/** The memories in the order of the file. */
export function sampleMemories(): SampleMemory[] {
  return sampleFile('memories.ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleMemory);
}

/** By external id. */
export class MemoryIndex {
  private readonly byId: ReadonlyMap<string, SampleMemory>;

  constructor(readonly all: readonly SampleMemory[]) {
    this.byId = new Map(all.map((memory) => [memory.externalId, memory]));
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  get(id: string): SampleMemory {
    const memory = this.byId.get(id);
    if (memory === undefined) throw new Error(`there is no memory ${id}`);
    return memory;
  }
}

/** When a memory happened: `occurredAt`, else `createdAt` (truth/README.md). */
export function eventAt(memory: SampleMemory): string {
  return memory.metadata?.occurredAt ?? memory.createdAt;
}
