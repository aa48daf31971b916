import type { Recall } from './recall.js';

/** A part of a message, as providers of language models take it. */
interface Part {
  readonly type: string;
  readonly text?: unknown;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/**
 * A prompt whose last user message begins with the memories that answer it, as a text part of its own. The system prompt
 * is never changed, and a prompt that no memory answers is returned as it is.
 */
export async function withMemories<P extends readonly Message[]>(
  prompt: P,
  recall: Recall,
  signal?: AbortSignal,
): Promise<P> {
  const index = prompt.findLastIndex(({ role }) => role === 'user');
  const message = prompt[index];
  if (message === undefined || !Array.isArray(message.content)) return prompt;
  const parts = message.content as readonly Part[];
  const text = await recall.textFor(textOf(parts), signal);
  if (text === undefined) return prompt;
  const changed = { ...message, content: [{ type: 'text', text }, ...parts] };
  return prompt.map((each, i) => (i === index ? changed : each)) as unknown as P;
}

/** The text of a message, without files. */
export function textOf(parts: readonly Part[]): string {
  return parts.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n');
}
