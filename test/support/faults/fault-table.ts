import { readFileSync } from 'node:fs';
import type { ApiResponse } from '../service/api.js';
import type { Dependency } from './fault-bed.js';
import type { Fault } from './faulty-proxy.js';

/** `201 pending or 500, 2 s`, or `200 by words, 10 s then 1 s` where only the first answer takes so long. */
export interface FaultCell {
  readonly answers: readonly string[];
  readonly firstMs: number;
  readonly laterMs: number;
}

/** What one fault of one dependency does, as operators are told. */
export interface FaultRow {
  readonly dependency: Dependency;
  readonly fault: Fault;
  readonly cells: Readonly<Record<'write' | 'read' | 'search' | 'ready', FaultCell>>;
  readonly recoveryMs: number;
}

const REDIS_PARTS = new Set(['redis', 'rate limits']);
const ROW = /^\| (\w+) (\w+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (\d+) s \|$/gm;

/** The table under `### Each dependency in trouble` in docs/operate/failures.md. */
export function faultTable(): FaultRow[] {
  const text = readFileSync('docs/operate/failures.md', 'utf8');
  const [section = ''] = text.split('### Each dependency in trouble\n')[1]?.split(/^##/m) ?? [];
  return [...section.matchAll(ROW)].map(([, dependency, fault, write, read, search, ready, seconds]) => ({
    dependency: dependency as Dependency,
    fault: fault as Fault,
    cells: { write: cellOf(write), read: cellOf(read), search: cellOf(search), ready: cellOf(ready) },
    recoveryMs: Number(seconds) * 1_000,
  }));
}

/** An answer in the words of the table: its status and what else it tells of the trouble. */
export function answerOf({ status, body }: ApiResponse, dependency?: Dependency): string {
  const { metadata, data } = body as Partial<{
    metadata: { indexing?: string; warnings?: { code: string }[] };
    data: { degraded?: string[] };
  }>;
  const pending = metadata?.indexing === 'pending' ? ' pending' : '';
  const byWords = metadata?.warnings?.[0]?.code === 'SEARCHED_BY_WORDS_ALONE' ? ' by words' : '';
  // On a busy machine Redis may not answer within its 50 ms, whatever else is tried.
  const parts = (data?.degraded ?? []).filter((part) => dependency === 'Redis' || !REDIS_PARTS.has(part));
  const degraded = parts.length > 0 ? ' degraded' : '';
  return `${status}${pending}${byWords}${degraded}`;
}

function cellOf(text = ''): FaultCell {
  const [, answers = '', first, later = first] = /^(.+), (\d+) s(?: then (\d+) s)?$/.exec(text.trim()) ?? [];
  if (first === undefined) throw new Error(`this is no cell of the table of faults: ${text}`);
  return { answers: answers.split(' or '), firstMs: Number(first) * 1_000, laterMs: Number(later) * 1_000 };
}
