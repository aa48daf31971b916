// A Mastra agent that is sent the memories that answer the question, and keeps what the user asks it to remember.
import { Agent } from '@mastra/core/agent';
import { RequestContext } from '@mastra/core/request-context';
import { Mneme } from '@mneme/client';
import { MnemeProcessor } from '@mneme/adapters/mastra';
import { mockModel } from './mock-model.mjs';

const mneme = new Mneme(); // MNEME_API_KEY, MNEME_TENANT and MNEME_URL
const memories = new MnemeProcessor(mneme, {
  // Of the context that your application gives to a request, never of a model's output.
  scope: (context) => ({ userId: /** @type {string} */ (context?.get('userId')) }),
  remember: ({ user }) => (user.startsWith('Remember: ') ? [{ content: user.slice(10) }] : []),
  onError: console.error,
});

// Instead: model: 'openai/gpt-5.2'.
const model = mockModel();
const agent = new Agent({
  id: 'waiter',
  name: 'Waiter',
  instructions: 'Answer in one sentence.',
  model,
  inputProcessors: [memories],
  outputProcessors: [memories],
});

const requestContext = new RequestContext();
requestContext.set('userId', 'anna');
await agent.generate('Remember: Anna drinks tea, never coffee', { requestContext });
const { text } = await agent.generate('What does Anna drink?', { requestContext });
console.log(text);
