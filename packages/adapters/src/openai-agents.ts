import type { Mneme } from '@mneme/client';
import type { AgentInputItem, Session } from '@openai/agents';
import { HistoryStore, MissingTurnError, type End, type Head, type Turn } from './openai-agents/history.js';
import { canonical, sameItems } from './openai-agents/items.js';
import { sha256 } from './shared/hash.js';
import { scopeFilter, type MemoryScope } from './shared/scope.js';

export type { MemoryScope } from './shared/scope.js';

export interface MnemeSessionOptions {
  /** Whose conversation it is, and which. */
  readonly scope: MemoryScope & { readonly sessionId: string };
}

/** What the framework calls SessionHistoryTransactionArgs: a change that is applied once, however often it is sent. */
export interface HistoryTransaction {
  readonly operationId: string;
  readonly transaction:
    | { readonly type: 'append_items'; readonly items: AgentInputItem[] }
    | {
        readonly type: 'replace_suffix';
        readonly expectedSuffix: AgentInputItem[];
        readonly replacement: AgentInputItem[];
      };
}

/** A change of a history, worked out for one version of its head. */
interface Change<T> {
  readonly end: End;
  readonly result: T;
  /** Turns that the new head does not name any more. */
  readonly dropped?: readonly Turn[];
}

/** Each try of several writers succeeds for one of them. */
const MAX_TRIES = 50;
const MAX_READS = 10;
const MAX_APPLIED = 100;
const DIGEST_DIGITS = 32;

/**
 * The conversation of an agent, kept in Mneme. Every change is one conditional write of the session's head (If-Match), so
 * several writers, in any number of processes, lose and double nothing.
 */
export class MnemeSession implements Session {
  private readonly store: HistoryStore;
  private readonly sessionId: string;

  /** @throws TypeError where the scope is none */
  constructor(mneme: Mneme, { scope }: MnemeSessionOptions) {
    const filter = scopeFilter(scope);
    if (typeof filter['sessionId'] !== 'string') throw new TypeError('scope.sessionId is missing');
    this.sessionId = filter['sessionId'];
    this.store = new HistoryStore(mneme, filter);
  }

  async getSessionId(): Promise<string> {
    return this.sessionId;
  }

  /** The last items, or all, in the order in which they were added. */
  async getItems(limit = Infinity): Promise<AgentInputItem[]> {
    if (limit <= 0) return [];
    for (let tries = 1; ; tries++) {
      const { head } = await this.store.readHead();
      const found = await changedMeanwhile(tries, () => this.last(head, limit));
      if (found !== undefined) return found.items.slice(-limit);
    }
  }

  /** Adds the items together: those of another writer come before or after, not between them. */
  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length > 0) await this.append(crypto.randomUUID(), '', items);
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    return this.change<AgentInputItem | undefined>(crypto.randomUUID(), '', async (head) => {
      const { value: turn } = await this.store.turns(head).next();
      if (!turn) return { end: undefined, result: undefined };
      const take = turn.items.length - 1;
      const result = turn.items[take];
      if (take > 0) return { end: { turn: turn.id, take }, result };
      return { end: turn.previous, result, dropped: [turn] };
    });
  }

  /** Deletes the conversation, and forgets which operations were applied to it. */
  async clearSession(): Promise<void> {
    for (let tries = 1; ; tries++) {
      if (await this.store.deleteHead(await this.store.readHead())) return;
      await pause(tries);
    }
  }

  /**
   * Changes the history once for each operationId, of the last 100 changes: repeated, it does nothing.
   * @throws Error where the id was used for another transaction, or the history does not end with `expectedSuffix`
   */
  async applyHistoryTransaction({ operationId, transaction }: HistoryTransaction): Promise<void> {
    if (typeof operationId !== 'string' || operationId.trim() === '') throw new TypeError('operationId must be a text');
    const digest = (await sha256(canonical(transaction))).slice(0, DIGEST_DIGITS);
    if (transaction.type === 'append_items') return this.append(operationId, digest, transaction.items);
    const { expectedSuffix, replacement } = transaction;
    const id = crypto.randomUUID();
    return this.change(operationId, digest, async (head) => {
      const { items, turns } = await this.last(head, expectedSuffix.length);
      const kept = items.length - expectedSuffix.length;
      if (kept < 0 || !sameItems(items.slice(kept), expectedSuffix)) {
        throw new Error('the history of the session does not end with the expected items');
      }
      const oldest = turns.at(-1);
      // Of the oldest turn that was read, the items before the suffix stay.
      const previous = oldest === undefined ? head.end : kept > 0 ? { turn: oldest.id, take: kept } : oldest.previous;
      const dropped = kept > 0 ? turns.slice(0, -1) : turns;
      return { end: await this.added(head, id, replacement, previous), result: undefined, dropped };
    });
  }

  private append(operationId: string, digest: string, items: readonly AgentInputItem[]): Promise<void> {
    const id = crypto.randomUUID();
    return this.change(operationId, digest, async (head) => {
      return { end: await this.added(head, id, items, head.end), result: undefined };
    });
  }

  private async added(head: Head, id: string, items: readonly AgentInputItem[], previous: End): Promise<End> {
    if (items.length === 0) return previous;
    // Another one in another history, so that clearing the old one never deletes it.
    const turn = `${head.history.slice(0, 8)}-${id}`;
    await this.store.writeTurn(head, { id: turn, items, previous });
    return { turn, take: items.length };
  }

  /** Whole turns from the end, until they have so many items. */
  private async last(head: Head, count: number): Promise<{ items: AgentInputItem[]; turns: Turn[] }> {
    const turns: Turn[] = [];
    let found = 0;
    if (count > 0) {
      for await (const turn of this.store.turns(head)) {
        turns.push(turn);
        found += turn.items.length;
        if (found >= count) break;
      }
    }
    return { items: turns.toReversed().flatMap(({ items }) => [...items]), turns };
  }

  /** Works a change out and writes it, again for each version of the head that another writer has made meanwhile. */
  private async change<T>(operationId: string, digest: string, work: (head: Head) => Promise<Change<T>>): Promise<T> {
    const id = (await sha256(operationId)).slice(0, DIGEST_DIGITS);
    let change: Change<T> | undefined;
    for (let tries = 1; ; tries++) {
      const { head, etag } = await this.store.readHead();
      const earlier = head.applied.find((entry) => entry.startsWith(id));
      if (earlier !== undefined && earlier !== `${id}${digest}`) {
        throw new Error('this operationId was used for another transaction');
      }
      // Also where the response to the last write was lost: then `change` is what was written.
      if (earlier !== undefined) return change?.result as T;
      change = await changedMeanwhile(tries, () => work(head));
      if (change === undefined) continue;
      const applied = [`${id}${digest}`, ...head.applied].slice(0, MAX_APPLIED);
      if (await this.store.writeHead({ ...head, end: change.end, applied }, etag)) break;
      if (tries === MAX_TRIES) throw new Error('the session is changed by too many writers at once');
      await pause(tries);
    }
    // What remains is deleted with the session: the change itself is done.
    await this.store.deleteTurns(change.dropped ?? []).catch(() => undefined);
    return change.result;
  }
}

/** Undefined where a turn is missing because another writer has changed the history: its head is to be read again. */
async function changedMeanwhile<T>(tries: number, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof MissingTurnError) || tries >= MAX_READS) throw error;
    await pause(tries);
    return undefined;
  }
}

/** Up to 20 ms longer each time, by chance, so that writers that met do not meet again. */
function pause(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries));
}
