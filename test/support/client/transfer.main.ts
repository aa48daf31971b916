import { Mneme, type MemoryRecord } from '@mneme/client';

/** What the whole of a transfer took. */
export interface TransferReport {
  readonly imported: { readonly read: number; readonly created: number; readonly failed: number };
  readonly exported: number;
  /** Sum over the lengths of the exported contents. */
  readonly length: number;
  readonly present: number;
}

const WORDS = 'the boat needs paint before the harbour freezes and anna brings tea for everyone'.split(' ');

/** Records of about a kilobyte, made one by one. */
function* records(count: number): Generator<MemoryRecord> {
  for (let i = 0; i < count; i++) {
    const content = Array.from({ length: 170 }, (_, k) => WORDS[(i * 7 + k * k) % WORDS.length]).join(' ');
    yield { content: `${i} ${content}`, type: 'semantic', externalId: `note-${i}`, tags: ['boat'], metadata: { i } };
  }
}

/** Imports so many records into the tenant of the environment, exports all, and imports the export once more. */
async function main(count: number): Promise<TransferReport> {
  const mneme = new Mneme({ deadlineMs: 600_000, timeoutMs: 300_000 });
  const imported = { read: 0, created: 0, failed: 0 };
  for await (const batch of mneme.memories.import(records(count))) {
    imported.read += batch.read;
    imported.created += batch.created;
    imported.failed += batch.failed;
  }
  let exported = 0;
  let length = 0;
  const counted = async function* (): AsyncGenerator<MemoryRecord> {
    for await (const record of mneme.memories.export()) {
      exported++;
      length += record.content.length;
      yield record;
    }
  };
  const { present } = await mneme.memories.import(counted());
  return { imported, exported, length, present };
}

main(Number(process.argv[2])).then(
  (report) => process.send?.(report),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
