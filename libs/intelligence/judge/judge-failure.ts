import type { ChatFailure } from '../chat-model/chat-model.js';

/**
 * Why a response has no judgement, beside what can be wrong with a reply: the tenant's budget is used up; too many
 * questions are under way; the endpoint has failed too often of late; nothing of a reply checked; the memories
 * changed meanwhile; the service itself failed.
 */
export type JudgeFailureReason = ChatFailure | 'budget' | 'busy' | 'paused' | 'unchecked' | 'changed' | 'failed';

const SENTENCES: Readonly<Record<JudgeFailureReason, string>> = {
  timeout: 'it did not answer in time',
  unreachable: 'it cannot be reached',
  rejected: 'it rejected the request',
  overloaded: 'it is overloaded',
  unusable: 'its reply is not in the form that was asked for',
  refused: 'it refused to answer',
  budget: 'the budget of this tenant for today is used up',
  busy: 'too many questions to it are under way',
  paused: 'it failed several times in a row and is not asked for half a minute',
  unchecked: 'no claim in its reply could be verified',
  changed: 'memories changed while it answered',
  failed: 'the service failed while it prepared or verified the judgement',
};

/** There is no judgement: the response is the one without it. */
export class JudgeFailureError extends Error {
  constructor(
    readonly reason: JudgeFailureReason,
    options?: ErrorOptions,
  ) {
    super(`the language model was not used: ${SENTENCES[reason]}`, options);
    this.name = 'JudgeFailureError';
  }

  /** For the response. */
  get warning(): string {
    return `The language model was not used: ${SENTENCES[this.reason]}. This is the response without it.`;
  }
}
