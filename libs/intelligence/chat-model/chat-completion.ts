import { ChatModelError, type ChatReply, type ChatUsage } from './chat-model.js';

/** More than any call can use: what an endpoint says beyond it is not believed. */
const MAX_TOKENS = 10_000_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The reply in the body of an answer to the OpenAI chat call.
 * @throws ChatModelError refused where the model would not answer, unusable where the body holds no whole reply
 */
export function replyOf(body: string): ChatReply {
  const completion = fieldsOf(parsed(body));
  const usage = usageOf(completion['usage']);
  const choices: unknown = completion['choices'];
  const choice = fieldsOf(Array.isArray(choices) ? choices[0] : undefined);
  const message = fieldsOf(choice['message']);
  const text = textOf(message['content']);
  if (isRefusal(message['refusal']) || choice['finish_reason'] === 'content_filter') {
    throw new ChatModelError('refused', 'it would not answer', usage);
  }
  if (text === undefined) throw new ChatModelError('unusable', 'its answer is no chat completion', usage);
  if (choice['finish_reason'] === 'length') throw new ChatModelError('unusable', 'its reply was cut off', usage);
  return { text, usage };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ChatModelError('unusable', 'its answer is not JSON');
  }
}

function isRefusal(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** A text, or the texts of a list of parts. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) => fieldsOf(part)['text']).filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.join('');
}

function usageOf(value: unknown): ChatUsage | undefined {
  const usage = fieldsOf(value);
  const [promptTokens, completionTokens] = [usage['prompt_tokens'], usage['completion_tokens']];
  return isCount(promptTokens) && isCount(completionTokens) ? { promptTokens, completionTokens } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_TOKENS;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
