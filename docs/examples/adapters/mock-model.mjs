// @ts-nocheck: the class has another name in each version of the AI SDK.
// A language model that answers without a key.
import * as mocks from 'ai/test';
import { answerTo } from './mock-answer.mjs';

/**
 * A model of version 5, 6 or 7 of the AI SDK.
 * @returns {any}
 */
export function mockModel() {
  const { MockLanguageModelV4, MockLanguageModelV3, MockLanguageModelV2 } = mocks;
  const Model = MockLanguageModelV4 ?? MockLanguageModelV3 ?? MockLanguageModelV2;
  const isVersion5 = Model === MockLanguageModelV2;
  const tokens = isVersion5 ? 1 : { total: 1 };
  const usage = { inputTokens: tokens, outputTokens: tokens, totalTokens: 2 };
  const finishReason = isVersion5 ? 'stop' : { unified: 'stop', raw: undefined };
  const answer = (prompt) => ({
    content: [{ type: 'text', text: answerTo(prompt) }],
    finishReason,
    usage,
    warnings: [],
  });
  return new Model({ doGenerate: async ({ prompt }) => answer(prompt) });
}
