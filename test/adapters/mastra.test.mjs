import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent } from '@mastra/core/agent';
import { RequestContext } from '@mastra/core/request-context';
import { MockLanguageModelV4 } from 'ai/test';
import { MnemeProcessor } from '@mneme/adapters/mastra';
import { blockOf, CLOSING, ESCAPED, IGNORE, mneme, remember, someone, unreachable } from './support.mjs';

const question = 'What does Anna drink?';
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

function agentOf(processor) {
  const content = [{ type: 'text', text: 'Tea.' }];
  const finishReason = { unified: 'stop', raw: undefined };
  const model = new MockLanguageModelV4({ doGenerate: async () => ({ content, finishReason, usage, warnings: [] }) });
  const processors = { inputProcessors: [processor], outputProcessors: [processor] };
  return { model, agent: new Agent({ id: 'waiter', name: 'Waiter', instructions: 'Be short.', model, ...processors }) };
}

/** Asks an agent, and returns the texts of the messages that the model was sent. */
async function sentFor(processor, text, options) {
  const { model, agent } = agentOf(processor);
  assert.equal((await agent.generate(text, options)).text, 'Tea.');
  const textOf = ({ role, content }) => [role, ...(typeof content === 'string' ? [content] : content.map((part) => part.text))]; // prettier-ignore
  return model.doGenerateCalls[0].prompt.map(textOf);
}

test('memories are a delimited part of the last user message, and never of the system prompt', async () => {
  const scope = someone();
  const ids = await remember(scope, IGNORE, CLOSING);
  const [system, user, ...rest] = await sentFor(new MnemeProcessor(mneme, { scope, minRelevance: 0.1 }), question);
  assert.deepEqual([system, rest], [['system', 'Be short.'], []]);
  const found = [...user[1].matchAll(/"id":"(mem_\w+)"/g)].map(([, id]) => id);
  assert.deepEqual([...found].sort(), [...ids].sort());
  const texts = { [ids[0]]: ESCAPED[IGNORE], [ids[1]]: ESCAPED[CLOSING] };
  const block = blockOf(user[1], found.map((id) => ({ id, text: texts[id] }))); // prettier-ignore
  assert.deepEqual(user, ['user', block, question]);
});

test('nothing is injected under the cut', async () => {
  const scope = someone();
  await remember(scope, 'Anna drinks tea');
  const processor = new MnemeProcessor(mneme, { scope, minRelevance: 0.999 });
  assert.deepEqual(await sentFor(processor, question), [['system', 'Be short.'], ['user', question]]); // prettier-ignore
});

test('the scope of a request is that of its context, and no user sees the memories of another', async () => {
  const [anna, ben] = [someone(), someone()];
  await remember(anna, 'Anna drinks tea');
  const processor = new MnemeProcessor(mneme, { scope: (context) => ({ userId: context.get('userId') }), minRelevance: 0.1 }); // prettier-ignore
  const sent = async ({ userId }) => {
    const requestContext = new RequestContext();
    requestContext.set('userId', userId);
    return (await sentFor(processor, question, { requestContext }))[1].length;
  };
  assert.deepEqual([await sent(anna), await sent(ben)], [3, 2]);
  const noUser = { prompt: [], requestContext: new RequestContext() };
  await assert.rejects(processor.processLLMRequest(noUser), TypeError);
  assert.throws(() => new MnemeProcessor(mneme, { scope: {} }), TypeError);
});

test('what `remember` returns is stored in the scope, and nothing is by default', async () => {
  const scope = someone();
  await sentFor(new MnemeProcessor(mneme, { scope }), 'Anna drinks tea.');
  assert.equal((await mneme.memories.count({ metadata: scope })).count, 0);
  const turns = [];
  const remembering = new MnemeProcessor(mneme, {
    scope,
    remember: (turn) => (
      turns.push(turn),
      [{ content: turn.user, type: 'episodic', metadata: { userId: 'x', mood: 'glad' } }]
    ),
  });
  await sentFor(remembering, 'Anna drinks tea.');
  assert.deepEqual(turns, [{ user: 'Anna drinks tea.', assistant: 'Tea.' }]);
  const { memories } = await mneme.memories.list({ metadata: scope, fields: ['metadata'] }).page();
  assert.deepEqual(memories.map(({ content, type, metadata }) => ({ content, type, metadata })), [
    { content: 'Anna drinks tea.', type: 'episodic', metadata: { ...scope, mood: 'glad' } },
  ]); // prettier-ignore
  assert.equal((await sentFor(remembering, question))[1].length, 3);
});

test('without the service the model answers without memories, in bounded time', async () => {
  const errors = [];
  const started = performance.now();
  const options = { scope: someone(), deadlineMs: 1_000, remember: () => [{ content: 'x' }], onError: (error) => errors.push(error.name) }; // prettier-ignore
  assert.equal((await sentFor(new MnemeProcessor(unreachable, options), question))[1].length, 2);
  assert.deepEqual(errors, ['ConnectionError', 'ConnectionError']);
  assert.ok(performance.now() - started < 5_000);
});
