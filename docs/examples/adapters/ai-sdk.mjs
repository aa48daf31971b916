// The AI SDK with memories: those that answer the question come with it, and tools store and delete more.
import { generateText, stepCountIs, wrapLanguageModel } from 'ai';
import { Mneme } from '@mneme/client';
import { memoryMiddleware, memoryTools } from '@mneme/adapters/ai-sdk';
import { mockModel } from './mock-model.mjs';

const mneme = new Mneme(); // MNEME_API_KEY, MNEME_TENANT and MNEME_URL
// Of the session of your application, never of a model's output.
const scope = { userId: 'anna' };
await mneme.memories.byExternalId.upsert('anna/drinks', {
  content: 'Anna drinks tea, never coffee',
  type: 'semantic',
  metadata: scope,
});

// Instead: const model = openai('gpt-5.2'), of @ai-sdk/openai.
const model = mockModel();
const middleware = memoryMiddleware(mneme, { scope, maxTokens: 500, onError: console.error });
const { text } = await generateText({
  model: wrapLanguageModel({ model, middleware }),
  tools: memoryTools(mneme, scope),
  stopWhen: stepCountIs(5),
  prompt: 'What does Anna drink?',
});
console.log(text);
