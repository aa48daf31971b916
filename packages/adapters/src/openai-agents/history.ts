import type { MemoryInput, MemoryItem, Mneme } from '@mneme/client';
import type { AgentInputItem } from '@openai/agents';
import { storeAll } from '../shared/store-all.js';
import { ADAPTER } from '../shared/recall.js';
import { scopePath, type ScopeFilter } from '../shared/scope.js';
import { decodeItems, encodeItems } from './items.js';

/** Where a history ends: in this turn, after so many of its items. Undefined is the end of an empty one. */
export type End = { readonly turn: string; readonly take: number } | undefined;

/** Items that were added together, and where the history ended before. */
export interface Turn {
  readonly id: string;
  readonly items: readonly AgentInputItem[];
  readonly previous: End;
}

/** The state of a session. Everything else is reached from it. */
export interface Head {
  /** Marks the turns of this history: once it is cleared, another one begins. */
  readonly history: string;
  readonly end: End;
  /** The last changes, the newest first: a hash of each, or of its id and what it was. */
  readonly applied: readonly string[];
}

/** A head and its version: undefined where it is not stored yet. */
export interface Versioned {
  readonly head: Head;
  readonly etag: string | undefined;
}

const HISTORY = 'agentHistory';
const TURN = 'agentTurn';
const HEAD = 'agentSession';
const NAME = 'openai-agents';
/** Found by no query. */
const CONTENT = '-';

interface Part {
  readonly turn: string;
  readonly part: number;
  readonly parts: number;
  readonly previous?: Exclude<End, undefined>;
  readonly text: string;
}

/** The memories of a session: a head, changed by If-Match alone, and turns, each a list of items and its predecessor. */
export class HistoryStore {
  private readonly path: string;

  constructor(
    private readonly mneme: Mneme,
    private readonly scope: ScopeFilter,
  ) {
    this.path = `${NAME}/${scopePath(scope)}`;
    if (this.path.length > 150) throw new TypeError('the values of the scope are too long for the name of a session');
  }

  async readHead(): Promise<Versioned> {
    try {
      const { data, response } = await this.mneme.memories.byExternalId.get(`${this.path}head`).withResponse();
      return { head: JSON.parse(data.metadata[HEAD] as string) as Head, etag: response.etag };
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      return { head: { history: crypto.randomUUID(), end: undefined, applied: [] }, etag: undefined };
    }
  }

  /** Whether the head was still of that version, and is now this. */
  async writeHead(head: Head, etag: string | undefined): Promise<boolean> {
    const memory = {
      content: CONTENT,
      type: 'episodic',
      metadata: this.metadata({ [HEAD]: JSON.stringify(head) }),
    } as const;
    const name = `${this.path}head`;
    try {
      if (etag === undefined) await this.mneme.memories.create({ ...memory, externalId: name });
      else await this.mneme.memories.byExternalId.upsert(name, memory, { ifMatch: etag });
      return true;
    } catch (error) {
      if (hasStatus(error, 409, 412)) return false;
      throw error;
    }
  }

  /** Whether the head was still of that version, and is deleted with its turns. */
  async deleteHead({ head, etag }: Versioned): Promise<boolean> {
    if (etag === undefined) return true;
    try {
      await this.mneme.memories.byExternalId.delete(`${this.path}head`, { ifMatch: etag });
    } catch (error) {
      if (hasStatus(error, 412)) return false;
      if (!hasStatus(error, 404)) throw error;
    }
    await this.mneme.memories.deleteMany({ filter: { metadata: { ...this.scope, [HISTORY]: head.history } } });
    return true;
  }

  /** Stores a turn that the head does not name yet. A turn of this id is replaced. */
  async writeTurn({ history }: Head, { id, items, previous }: Turn): Promise<void> {
    const texts = encodeItems(items);
    const memories = texts.map((text, part): MemoryInput => {
      const stored: Part = { turn: id, part, parts: texts.length, ...(previous && { previous }), text };
      const metadata = this.metadata({ [HISTORY]: history, [TURN]: stored });
      return { externalId: `${this.path}${id}/${part}`, content: CONTENT, type: 'episodic', metadata };
    });
    await storeAll(this.mneme, memories);
  }

  /** Deletes turns that no head names any more. */
  async deleteTurns(turns: readonly Turn[]): Promise<void> {
    const externalIds = turns.flatMap(({ id, items }) =>
      encodeItems(items).map((_, part) => `${this.path}${id}/${part}`),
    );
    for (let start = 0; start < externalIds.length; start += 1_000) {
      const some = externalIds.slice(start, start + 1_000);
      await this.mneme.memories.deleteMany({ filter: { externalIds: some, metadata: { ...this.scope } } });
    }
  }

  /**
   * The turns of a history, the newest first, with as many of their items as count.
   * @throws MissingTurnError where a turn is not there: another writer has changed the history meanwhile
   */
  async *turns({ history, end }: Head): AsyncGenerator<Turn, void, undefined> {
    const pages = this.mneme.memories
      .list({ metadata: { ...this.scope, [HISTORY]: history }, fields: ['metadata'] })
      .pages();
    const known = new Map<string, Part[]>();
    for (let at = end; at !== undefined;) {
      const parts = known.get(at.turn) ?? [];
      const [first] = parts;
      if (first?.parts === parts.length) {
        const items = decodeItems(parts.sort((a, b) => a.part - b.part).map(({ text }) => text)).slice(0, at.take);
        const previous: End = first.previous;
        yield { id: at.turn, items, previous };
        at = previous;
        continue;
      }
      const next = await pages.next();
      if (next.done === true) throw new MissingTurnError(`the turn ${at.turn} of this session is missing`);
      for (const part of next.value.memories.flatMap(partOf))
        known.set(part.turn, [...(known.get(part.turn) ?? []), part]);
    }
  }

  private metadata(more: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return { ...this.scope, ...more, [ADAPTER]: NAME };
  }
}

/** A history that was read while another writer changed it, or that someone has deleted memories of. */
export class MissingTurnError extends Error {
  override readonly name = 'MissingTurnError';
}

function partOf({ metadata }: MemoryItem): Part[] {
  const part = metadata?.[TURN] as Part | undefined;
  return part === undefined ? [] : [part];
}

function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return statuses.includes((error as { status?: number } | null)?.status ?? 0);
}
