import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@mneme/platform/errors';
import { replyOf } from './chat-completion.js';
import { type ChatLimits, ChatModel, ChatModelError, type ChatPrompt, type ChatReply } from './chat-model.js';

/** Of an answer: a reply has some kilobytes. */
const MAX_BYTES = 256 * 1_024;
/** Before the one retry; Retry-After may ask for more. */
const RETRY_MS = 500;
/** A retry that has less than this left is not begun. */
const MIN_LEFT_MS = 1_000;
const SEED = 1;
/** Models that think before they answer count their thoughts. */
const THINKING = 4;

/**
 * What endpoints accept beside model and messages, the first choice first: some know no JSON mode, some models accept no
 * temperature and count tokens by another name.
 */
const FORMS: readonly ((prompt: ChatPrompt) => object)[] = [
  ({ maxTokens }) => ({
    temperature: 0,
    seed: SEED,
    max_tokens: maxTokens,
    response_format: { type: 'json_object' },
  }),
  ({ maxTokens }) => ({ temperature: 0, seed: SEED, max_tokens: maxTokens }),
  ({ maxTokens }) => ({ max_completion_tokens: THINKING * maxTokens, response_format: { type: 'json_object' } }),
];

export interface OpenAiEndpoint {
  /** Base address, `…/v1`. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

/** The attempt failed, the next one may not. */
class TryAgain extends Error {
  constructor(
    readonly failure: ChatModelError,
    readonly afterMs: number,
  ) {
    super(failure.message);
  }
}

/**
 * Any endpoint that speaks the OpenAI chat call. Redirects are not followed: the address is the operator's, and what is
 * sent there is not for anyone else.
 */
export class OpenAiChatModel extends ChatModel {
  readonly name: string;
  private readonly address: string;
  /** Of `FORMS`: the one that the endpoint accepted last. */
  private form = 0;

  constructor(private readonly endpoint: OpenAiEndpoint) {
    super();
    this.name = `openai:${endpoint.model}`;
    const base = endpoint.url.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
    this.address = `${base}/chat/completions`;
  }

  async complete(prompt: ChatPrompt, { timeoutMs, caller }: ChatLimits): Promise<ChatReply> {
    const endsAt = performance.now() + timeoutMs;
    const limit = AbortSignal.timeout(Math.max(0, Math.round(timeoutMs)));
    const signal = caller === undefined ? limit : AbortSignal.any([limit, caller]);
    try {
      return await this.withRetry(prompt, signal, endsAt);
    } catch (error) {
      if (caller?.aborted === true) throw DomainError.callerGone();
      if (limit.aborted) throw new ChatModelError('timeout', `it did not answer in ${Math.round(timeoutMs)} ms`);
      throw error instanceof TryAgain ? error.failure : error;
    }
  }

  private async withRetry(prompt: ChatPrompt, signal: AbortSignal, endsAt: number): Promise<ChatReply> {
    try {
      return await this.attempt(prompt, signal);
    } catch (error) {
      if (!(error instanceof TryAgain)) throw error;
      const wait = Math.max(RETRY_MS, error.afterMs);
      if (performance.now() + wait + MIN_LEFT_MS > endsAt) throw error;
      await pause(wait, undefined, { signal });
      return this.attempt(prompt, signal);
    }
  }

  /** In the form that was accepted last; in the others where the endpoint does not accept it. */
  private async attempt(prompt: ChatPrompt, signal: AbortSignal): Promise<ChatReply> {
    const forms = [this.form, ...FORMS.keys()].filter((form, i, all) => all.indexOf(form) === i);
    let status = 0;
    for (const form of forms) {
      const response = await this.post({ ...FORMS[form]?.(prompt) }, prompt, signal);
      if (response.ok) {
        this.form = form;
        return replyOf(await textOf(response));
      }
      ({ status } = response);
      await response.body?.cancel();
      if (status === 429 || status >= 500) throw new TryAgain(answered('overloaded', status), retryAfter(response));
      if (status !== 400 && status !== 422) break;
    }
    throw answered('rejected', status);
  }

  private async post(form: object, { system, user }: ChatPrompt, signal: AbortSignal): Promise<Response> {
    const { apiKey, model } = this.endpoint;
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    try {
      return await fetch(this.address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, messages, ...form }),
        redirect: 'manual',
        signal,
      });
    } catch (error) {
      throw new TryAgain(unreachable(error), 0);
    }
  }
}

function answered(failure: 'overloaded' | 'rejected', status: number): ChatModelError {
  return new ChatModelError(failure, `it answered with status ${status}`);
}

/** Of what fetch rejects with, only the code of the system is shown. */
function unreachable(error: unknown): ChatModelError {
  const { cause } = error as { cause?: { code?: string } };
  return new ChatModelError(
    'unreachable',
    `it cannot be reached${cause?.code === undefined ? '' : ` (${cause.code})`}`,
  );
}

/** The whole body; no more than `MAX_BYTES` of it is read. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new ChatModelError('unusable', `its answer is longer than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    // The reply was computed, so it is no failure of the connection that another attempt would be made for.
    throw error instanceof ChatModelError ? error : new ChatModelError('unusable', 'its answer broke off');
  }
  return Buffer.concat(chunks).toString();
}

/** Milliseconds; the header gives seconds, or a date. */
function retryAfter(response: Response): number {
  const value = response.headers.get('retry-after');
  if (value === null) return 0;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
