// A model of the OpenAI Agents SDK that answers without a key.
import { Usage } from '@openai/agents';
import { answerTo } from './mock-answer.mjs';

/**
 * @returns {import('@openai/agents').Model}
 */
export function mockModel() {
  return {
    async getResponse({ input }) {
      const content = [{ type: /** @type {const} */ ('output_text'), text: answerTo(input) }];
      return { usage: new Usage(), output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
    },
    getStreamedResponse() {
      throw new Error('this model does not stream');
    },
  };
}
