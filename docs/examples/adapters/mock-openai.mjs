// A model of the OpenAI Agents SDK that always gives the same answer, so that the example runs without a key.
import { Usage } from '@openai/agents';

/**
 * @param {string} text
 * @returns {import('@openai/agents').Model}
 */
export function mockModel(text) {
  return {
    async getResponse() {
      return {
        usage: new Usage(),
        output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }],
      };
    },
    getStreamedResponse() {
      throw new Error('this model does not stream');
    },
  };
}
