import { createHash } from 'node:crypto';
import type { TenantId } from '@mneme/platform/ids';
import { LRUCache } from 'lru-cache';
import type { JudgeQuestion } from './judge-questions.js';
import { PROMPT_VERSION } from './judge-questions.js';
import type { JsonObject } from './reply-json.js';

/** A question that has been asked is asked again after a day: endpoints change models behind a name. */
const TTL_MS = 86_400_000;
/** Some thousand replies. */
const MAX_CHARACTERS = 8_000_000;

interface Kept {
  readonly reply: JsonObject;
  readonly characters: number;
}

/**
 * Replies that had the form that was asked for, by everything that the model saw: tenant, model, version of the prompt,
 * topic, and identifier, date, type and text of each memory. A memory that changes is another question. Replies are
 * verified each time: links in metadata, which the model does not see, may have changed.
 */
export class JudgeRepliesCache {
  private readonly replies = new LRUCache<string, Kept>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ characters }) => characters,
    ttl: TTL_MS,
  });

  constructor(private readonly model: string) {}

  get(tenant: TenantId, question: JudgeQuestion): JsonObject | undefined {
    return this.replies.get(this.keyOf(tenant, question))?.reply;
  }

  set(tenant: TenantId, question: JudgeQuestion, reply: JsonObject): void {
    const key = this.keyOf(tenant, question);
    this.replies.set(key, { reply, characters: key.length + JSON.stringify(reply).length });
  }

  forget(tenant: TenantId): void {
    for (const key of [...this.replies.keys()]) if (key.startsWith(`${tenant} `)) this.replies.delete(key);
  }

  private keyOf(tenant: TenantId, { step, lines, memoryIds }: JudgeQuestion): string {
    const asked = JSON.stringify([this.model, PROMPT_VERSION, step, lines, memoryIds]);
    return `${tenant} ${createHash('sha256').update(asked).digest('base64url')}`;
  }
}
