// A session of the OpenAI Agents SDK that is kept in Mneme: the second run knows what was said in the first.
import { Agent, run, setTracingDisabled } from '@openai/agents';
import { Mneme } from '@mneme/client';
import { MnemeSession } from '@mneme/adapters/openai-agents';
import { mockModel } from './mock-openai.mjs';

setTracingDisabled(true);
const mneme = new Mneme(); // MNEME_API_KEY, MNEME_TENANT and MNEME_URL
// Of the session of your application, never of a model's output.
const session = new MnemeSession(mneme, { scope: { userId: 'anna', sessionId: 'chat-42' } });

// Instead: model: 'gpt-5.2'.
const model = mockModel();
const agent = new Agent({ name: 'Waiter', instructions: 'Answer in one sentence.', model });
await run(agent, 'Anna drinks tea, never coffee.', { session });
const { finalOutput } = await run(agent, 'What does Anna drink?', { session });
console.log(finalOutput);
await session.clearSession();
