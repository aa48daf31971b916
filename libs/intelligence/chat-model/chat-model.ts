/** One question to a language model. */
export interface ChatPrompt {
  /** The service's own words: never anything that a client sent. */
  readonly system: string;
  /** Holds the data, delimited. */
  readonly user: string;
  /** Of the reply. */
  readonly maxTokens: number;
}

export interface ChatReply {
  readonly text: string;
  /** What the endpoint says that the call used; undefined where it does not say. */
  readonly usage: ChatUsage | undefined;
}

export interface ChatUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface ChatLimits {
  /** For the call with its retry. */
  readonly timeoutMs: number;
  /** Aborted where no one waits for the reply any longer. */
  readonly caller: AbortSignal | undefined;
}

/**
 * Why there is no reply: too late; no connection; a status that another attempt would meet again; 429 or 5xx, also the
 * second time; something that is no chat completion, too long or cut off; the model would not answer.
 */
export type ChatFailure = 'timeout' | 'unreachable' | 'rejected' | 'overloaded' | 'unusable' | 'refused';

/** There is no reply. The message holds nothing of prompt, reply or key. */
export class ChatModelError extends Error {
  /** @param usage what the call used all the same, if the endpoint says so */
  constructor(
    readonly failure: ChatFailure,
    message: string,
    readonly usage?: ChatUsage,
  ) {
    super(message);
    this.name = 'ChatModelError';
  }
}

/** A language model that answers one question at a time. It is not trusted: everything that it says is checked. */
export abstract class ChatModel {
  /** As responses name it: `openai:<model>`. */
  abstract readonly name: string;

  /**
   * Settles within the time limit, with its retry. No conversation is kept.
   * @throws ChatModelError; DomainError callerGone where the caller's signal is aborted
   */
  abstract complete(prompt: ChatPrompt, limits: ChatLimits): Promise<ChatReply>;
}
