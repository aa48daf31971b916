import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import * as ai from 'ai';
import * as mocks from 'ai/test';
import { Mneme } from '@mneme/client';
import { memoryMiddleware, memoryTools } from '@mneme/adapters/ai-sdk';
import { blockOf, CLOSING, ESCAPED, IGNORE, mneme, remember, someone, unreachable } from './support.mjs';

const MockLanguageModel = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3 ?? mocks.MockLanguageModelV2;
const isVersion5 = mocks.MockLanguageModelV3 === undefined && mocks.MockLanguageModelV4 === undefined;
const count = isVersion5 ? 1 : { total: 1 };
const usage = { inputTokens: count, outputTokens: count, totalTokens: count };
const reasonOf = (unified) => (isVersion5 ? unified : { unified, raw: undefined });

/** A model that answers with these contents, one after the other. */
function modelOf(...answers) {
  let call = 0;
  return new MockLanguageModel({
    doGenerate: async () => {
      const content = answers[Math.min(call++, answers.length - 1)];
      const finishReason = reasonOf(content[0].type === 'tool-call' ? 'tool-calls' : 'stop');
      return { content, finishReason, usage, warnings: [] };
    },
  });
}

const said = (text) => [{ type: 'text', text }];
const called = (toolName, input) => [
  { type: 'tool-call', toolCallId: 'call-1', toolName, input: JSON.stringify(input) },
];

/** Runs a prompt through the middleware, and returns what the model was sent. */
async function promptFor(client, options, prompt) {
  const model = modelOf(said('Tea.'));
  const middleware = memoryMiddleware(client, options);
  const { text } = await ai.generateText({ model: ai.wrapLanguageModel({ model, middleware }), ...prompt });
  assert.equal(text, 'Tea.');
  return model.doGenerateCalls[0].prompt;
}

/** What a tool answers to the model. */
async function toolResult(tools, name, input) {
  const model = modelOf(called(name, input), said('Done.'));
  await ai.generateText({ model, tools, prompt: 'Go on.', stopWhen: ai.stepCountIs(2) });
  return model.doGenerateCalls[1].prompt.at(-1).content[0].output;
}

test('memories are a delimited part of the last user message, and never of the system prompt', async () => {
  const scope = someone();
  const ids = await remember(scope, IGNORE, CLOSING);
  const system = 'You are a waiter.';
  const question = 'What does Anna drink?';
  const prompt = await promptFor(mneme, { scope, minRelevance: 0.1 }, { system, prompt: question });
  assert.equal(prompt.length, 2);
  assert.deepEqual([prompt[0].role, prompt[0].content], ['system', system]);
  assert.equal(prompt[1].role, 'user');
  const [part, own] = prompt[1].content;
  assert.equal(own.text, question);
  const found = [...part.text.matchAll(/"id":"(mem_\w+)"/g)].map(([, id]) => id);
  assert.deepEqual([...found].sort(), [...ids].sort());
  const texts = { [ids[0]]: ESCAPED[IGNORE], [ids[1]]: ESCAPED[CLOSING] };
  assert.equal(part.text, blockOf(part.text, found.map((id) => ({ id, text: texts[id] })))); // prettier-ignore
});

test('nothing is injected under the cut', async () => {
  const scope = someone();
  await remember(scope, 'Anna drinks tea', 'The boat is red');
  const prompt = await promptFor(mneme, { scope, minRelevance: 0.5 }, { prompt: 'How tall is the Eiffel Tower?' });
  assert.deepEqual(prompt[0].content.map(({ text }) => text), ['How tall is the Eiffel Tower?']); // prettier-ignore
  const cut = await promptFor(mneme, { scope, minRelevance: 0.999 }, { prompt: 'What does Anna drink?' });
  assert.equal(cut[0].content.length, 1);
});

test('memories stay within the budget, counted by the tokenizer of the caller', async () => {
  const scope = someone();
  await remember(
    scope,
    ...Array.from({ length: 12 }, (_, i) => `Anna drinks tea number ${i} ${'with milk '.repeat(20)}`),
  );
  const countTokens = (text) => text.split(/\s+/).length;
  const options = { scope, minRelevance: 0, maxTokens: 150, countTokens };
  const prompt = await promptFor(mneme, options, { prompt: 'What does Anna drink?' });
  const { text } = prompt[0].content[0];
  assert.ok(countTokens(text) <= 150, `${countTokens(text)} tokens`);
  assert.equal([...text.matchAll(/"id":/g)].length, 2);
  const small = await promptFor(mneme, { ...options, maxTokens: 70 }, { prompt: 'What does Anna drink?' });
  assert.match(small[0].content[0].text, /"text":"Anna drinks tea .*…"/);
});

test('a stream is given memories as well, and earlier messages stay as they are', async () => {
  const scope = someone();
  const [id] = await remember(scope, 'Anna drinks tea');
  const chunks = [{ type: 'stream-start', warnings: [] }, { type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: 'Tea.' }, { type: 'text-end', id: '1' }, { type: 'finish', finishReason: reasonOf('stop'), usage }]; // prettier-ignore
  const model = new MockLanguageModel({
    doStream: async () => ({ stream: ai.simulateReadableStream ? ai.simulateReadableStream({ chunks }) : ReadableStream.from(chunks) }), // prettier-ignore
  });
  const middleware = memoryMiddleware(mneme, { scope });
  const messages = [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hello.' }, { role: 'user', content: 'What does Anna drink?' }]; // prettier-ignore
  const { text } = ai.streamText({ model: ai.wrapLanguageModel({ model, middleware }), messages });
  assert.equal(await text, 'Tea.');
  const { prompt } = model.doStreamCalls[0];
  assert.deepEqual(prompt.map(({ content }) => content.length), [1, 1, 2]); // prettier-ignore
  assert.equal(prompt[2].content[0].text, blockOf(prompt[2].content[0].text, [{ id, text: 'Anna drinks tea' }]));
});

test('without the service the model answers without memories, in bounded time', async () => {
  const errors = [];
  const started = performance.now();
  const options = { scope: someone(), deadlineMs: 1_000, onError: (error) => errors.push(error) };
  const prompt = await promptFor(unreachable, options, { prompt: 'What does Anna drink?' });
  assert.deepEqual(prompt[0].content.map(({ text }) => text), ['What does Anna drink?']); // prettier-ignore
  assert.deepEqual(errors.map(({ name }) => name), ['ConnectionError']); // prettier-ignore
  assert.ok(performance.now() - started < 2_000);
});

test('tools store, find and delete, and no input names a user', async () => {
  const scope = { ...someone(), agentId: 'waiter' };
  const tools = memoryTools(mneme, scope, { metadata: { sessionId: 'chat-1', userId: 'someone else' } });
  for (const { inputSchema } of Object.values(tools)) {
    const properties = Object.keys((await inputSchema.jsonSchema).properties);
    assert.deepEqual(properties.filter((name) => /user|tenant|scope|metadata|session/i.test(name)), []); // prettier-ignore
  }
  const stored = await toolResult(tools, 'memory_add', { content: 'Anna drinks tea' });
  const id = /^Stored as (mem_\w+)\.$/.exec(stored.value)?.[1];
  const { metadata } = await mneme.memories.get(id);
  assert.deepEqual(metadata, { ...scope, sessionId: 'chat-1' });
  const found = await toolResult(tools, 'memory_search', { query: 'What does Anna drink?' });
  assert.equal(found.value, blockOf(found.value, [{ id, text: 'Anna drinks tea' }]));
  assert.equal((await toolResult(tools, 'memory_delete', { id })).value, `Deleted ${id}.`);
  const gone = await toolResult(tools, 'memory_search', { query: 'What does Anna drink?' });
  assert.equal(gone.value, 'No memory answers this query.');
});

test('a user never sees or deletes the memories of another', async () => {
  const [anna, ben] = [someone(), someone()];
  const [id] = await remember(anna, 'The password of the safe is 1234');
  const question = 'What is the password of the safe?';
  const prompt = await promptFor(mneme, { scope: ben, minRelevance: 0 }, { prompt: question });
  assert.equal(prompt[0].content.length, 1);
  const tools = memoryTools(mneme, ben, { minRelevance: 0 });
  // Not even where the model makes up parameters.
  const query = { query: question, userId: anna.userId, metadata: anna };
  assert.equal((await toolResult(tools, 'memory_search', query)).value, 'No memory answers this query.');
  assert.equal((await toolResult(tools, 'memory_delete', { id })).value, 'There is no memory with this id.');
  assert.equal((await mneme.memories.get(id)).id, id);
});

test('a tool answers with a text where the service does not, in bounded time', async () => {
  const errors = [];
  const tools = memoryTools(unreachable, someone(), { deadlineMs: 1_000, onError: (error) => errors.push(error) });
  const started = performance.now();
  const failed = 'the memory service is not available. Go on without memories.';
  assert.equal((await toolResult(tools, 'memory_search', { query: 'tea' })).value, `The memories could not be searched: ${failed}`); // prettier-ignore
  assert.equal((await toolResult(tools, 'memory_add', { content: 'tea' })).value, `The memory was not stored: ${failed}`); // prettier-ignore
  assert.equal((await toolResult(tools, 'memory_delete', { id: 'mem_1' })).value, `The memory was not deleted: ${failed}`); // prettier-ignore
  assert.equal(errors.length, 3);
  assert.ok(performance.now() - started < 6_000);
});

test('a service that never responds delays neither the model nor a tool beyond the deadline', async () => {
  const silent = createServer(() => undefined);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${silent.address().port}`;
  const client = new Mneme({ apiKey: 'x', tenantId: 'x', baseUrl });
  const [scope, started] = [someone(), performance.now()];
  const prompt = await promptFor(client, { scope, deadlineMs: 300 }, { prompt: 'What does Anna drink?' });
  assert.equal(prompt[0].content.length, 1);
  const tools = memoryTools(client, scope, { deadlineMs: 300 });
  assert.match((await toolResult(tools, 'memory_search', { query: 'tea' })).value, /is not available/);
  assert.ok(performance.now() - started < 2_000);
  silent.close();
  silent.closeAllConnections();
});

test('what is wrong with a scope is said by its name', () => {
  const said = (scope) => {
    try {
      return void memoryTools(mneme, scope);
    } catch (error) {
      return error.message;
    }
  };
  for (const none of [null, undefined, 'anna', ['anna']])
    assert.match(said(none), /^the scope must be an object with a userId/);
  const rule = 'must be a text of 1 to 128 characters, a number or a boolean, not';
  assert.equal(said({ userId: {} }), `scope.userId ${rule} an object`);
  assert.equal(said({}), `scope.userId ${rule} undefined`);
  assert.equal(said({ userId: 'anna', metadata: { k: {} } }), `scope.metadata.k ${rule} an object`);
  assert.equal(said({ userId: 'anna', metadata: { k: NaN } }), `scope.metadata.k ${rule} NaN`);
  assert.equal(said({ userId: 'anna', metadata: { k: ' ' } }), `scope.metadata.k ${rule} a blank text`);
  assert.match(said({ userId: 'anna', metadata: null }), /^scope\.metadata must be an object/);
  assert.equal(said({ userId: 7 }), undefined);
});

test('values of a scope are compared as texts, and a list of users shares a memory', async () => {
  const number = Math.floor(Math.random() * 1e12);
  const [ben, anna] = [`${number}`, `user-${number}`];
  const metadata = { userId: [ben, anna] };
  await mneme.memories.create({ content: 'The shared wifi is called Teahouse', type: 'semantic', metadata });
  await remember({ userId: number }, 'The wifi password is 1234');
  const found = (userId) => toolResult(memoryTools(mneme, { userId }, { minRelevance: 0 }), 'memory_search', { query: 'wifi' }); // prettier-ignore
  for (const userId of [ben, number])
    assert.match((await found(userId)).value, /Teahouse[\s\S]*1234|1234[\s\S]*Teahouse/);
  assert.match((await found(anna)).value, /Teahouse/);
  assert.doesNotMatch((await found(anna)).value, /1234/);
});

test('a scope without a user is refused', () => {
  for (const scope of [
    {},
    { userId: '' },
    { userId: undefined },
    { userId: 'anna', sessionId: undefined },
    { userId: 'anna', tenant: 'x' },
    { userId: 'anna', metadata: { userId: 'ben' } },
    { userId: 'anna', metadata: { a: 1, b: 2, c: 3, d: 4 } },
  ]) {
    // prettier-ignore
    assert.throws(() => memoryTools(mneme, scope), TypeError);
    assert.throws(() => memoryMiddleware(mneme, { scope }), TypeError);
  }
});
