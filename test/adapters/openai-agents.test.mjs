import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, isSessionHistoryTransactionAwareSession, run, setTracingDisabled, Usage, user } from '@openai/agents';
import { Mneme } from '@mneme/client';
import { MnemeSession } from '@mneme/adapters/openai-agents';
import { blockOf, CLOSING, ESCAPED, IGNORE, mneme, remember, someone, unreachable } from './support.mjs';
import { renderMemories } from '@mneme/adapters';

setTracingDisabled(true);

const scopeOf = () => ({ ...someone(), sessionId: 'chat-1' });
const sessionOf = (scope = scopeOf(), client = mneme) => new MnemeSession(client, { scope });
const said = (text) => ({ type: 'message', role: 'user', content: text });
const items = (...texts) => texts.map(said);

/** A model that gives the same answer each time, and keeps what it was sent. */
function fakeModel(text) {
  const requests = [];
  const output = [
    { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] },
  ];
  const getResponse = async ({ input }) => (requests.push([...input]), { usage: new Usage(), output });
  return { requests, getResponse, getStreamedResponse: () => assert.fail('not streamed') };
}

/** A client whose responses to requests that change something are lost, each first time. */
function forgetful() {
  const lost = new Set();
  const send = async (input, init) => {
    const response = await fetch(input, init);
    const request = `${init.method} ${input} ${init.headers.get('idempotency-key') ?? init.headers.get('if-match')}`;
    if (init.method === 'GET' || lost.has(request)) return response;
    lost.add(request);
    await response.arrayBuffer();
    throw new TypeError('fetch failed');
  };
  return new Mneme({ fetch: send });
}

test('an agent is given the conversation of its session', async () => {
  const session = sessionOf();
  const model = fakeModel('Tea.');
  const agent = new Agent({ name: 'Waiter', instructions: 'Be short.', model });
  await run(agent, 'Anna drinks tea', { session });
  const { finalOutput } = await run(agent, 'What does she drink?', { session });
  assert.equal(finalOutput, 'Tea.');
  const sent = model.requests[1].map(({ role, content }) => [role, typeof content === 'string' ? content : content[0].text]); // prettier-ignore
  assert.deepEqual(sent, [['user', 'Anna drinks tea'], ['assistant', 'Tea.'], ['user', 'What does she drink?']]); // prettier-ignore
  assert.equal((await session.getItems()).length, 4);
  assert.equal(await session.getSessionId(), 'chat-1');
  // The history is no memory that a search finds.
  const { results } = await mneme.memories.search('What does Anna drink?', { metadata: scopeOf(), minRelevance: 0.1 });
  assert.deepEqual(results, []);
});

test('items are read, limited, popped and cleared as they were added', async () => {
  const session = sessionOf();
  assert.deepEqual([await session.getItems(), await session.popItem()], [[], undefined]);
  const file = { type: 'input_file', file: 'data', providerData: { bytes: new Uint8Array([0, 255, 7]), big: 2 ** 60 } };
  const odd = [said('lone \ud800, zero \0, line \u2028, tea 🍵'.repeat(1_500)), { ...said('x'), content: [file] }];
  await session.addItems(items('a', 'b', 'c'));
  await session.addItems(odd);
  await session.addItems([]);
  await session.addItems(items('d'));
  assert.deepEqual(await session.getItems(), [...items('a', 'b', 'c'), ...odd, ...items('d')]);
  assert.deepEqual(await session.getItems(2), [odd[1], ...items('d')]);
  assert.deepEqual(await session.getItems(5), [...items('b', 'c'), ...odd, ...items('d')]);
  assert.deepEqual(await session.getItems(0), []);
  assert.deepEqual(await session.popItem(), items('d')[0]);
  assert.deepEqual(await session.popItem(), odd[1]);
  await session.addItems(items('e'));
  assert.deepEqual(await session.getItems(3), [...items('c'), odd[0], ...items('e')]);
  for (const expected of [items('e')[0], odd[0], ...items('c', 'b', 'a'), undefined]) {
    assert.deepEqual(await session.popItem(), expected);
  }
  await session.addItems(items('f'));
  await session.clearSession();
  await session.clearSession();
  assert.deepEqual(await session.getItems(), []);
  await session.addItems(items('g'));
  assert.deepEqual(await session.getItems(), items('g'));
});

test('a long history is read whole, and in parts', async () => {
  const session = sessionOf();
  // 13 turns of 9 parts each: more than a page of memories.
  const texts = Array.from({ length: 13 }, (_, i) => `${i} ${'and so on '.repeat(3_300)}`);
  for (const text of texts) await session.addItems(items(text));
  assert.deepEqual(await session.getItems(), items(...texts));
  assert.deepEqual(await session.getItems(12), items(...texts.slice(1)));
});

test('two writers at once lose and double nothing', async () => {
  const scope = scopeOf();
  const writers = ['a', 'b', 'c'].map((name) => [name, sessionOf(scope)]);
  await Promise.all(
    writers.map(async ([name, session]) => {
      for (let i = 0; i < 8; i++) await session.addItems(items(`${name} ${i}`, `${name} ${i} end`));
    }),
  );
  const stored = (await sessionOf(scope).getItems()).map(({ content }) => content);
  assert.equal(stored.length, 48);
  for (const [name] of writers) {
    const own = stored.filter((text) => text.startsWith(name));
    assert.deepEqual(own, Array.from({ length: 8 }, (_, i) => [`${name} ${i}`, `${name} ${i} end`]).flat());
  }
  // What is added together stays together.
  for (const [i, text] of stored.entries()) if (text.endsWith('end')) assert.equal(`${stored[i - 1]} end`, text);
  const popped = await Promise.all(Array.from({ length: 12 }, (_, i) => writers[i % 3][1].popItem()));
  assert.equal(new Set(popped.map(({ content }) => content)).size, 12);
  const left = (await sessionOf(scope).getItems()).map(({ content }) => content);
  assert.deepEqual([...left, ...popped.map(({ content }) => content)].sort(), [...stored].sort());
});

test('clearing while another writer adds leaves all or nothing of what is added', async () => {
  const scope = scopeOf();
  const [one, two] = [sessionOf(scope), sessionOf(scope)];
  for (let i = 0; i < 8; i++) {
    await Promise.all([one.addItems(items(`${i} a`, `${i} b`)), two.clearSession()]);
    const left = (await two.getItems()).map(({ content }) => content);
    assert.ok(left.length === 0 || left.join() === `${i} a,${i} b`, left.join());
  }
});

test('a lost response neither loses nor doubles an item', async () => {
  const scope = scopeOf();
  const session = sessionOf(scope, forgetful());
  await session.addItems(items('a', 'b'));
  await session.addItems(items('c'));
  assert.deepEqual(await session.popItem(), items('c')[0]);
  assert.deepEqual(await session.getItems(), items('a', 'b'));
  await session.clearSession();
  assert.deepEqual(await sessionOf(scope).getItems(), []);
});

test('a transaction is applied once, whole, or not at all', async () => {
  const scope = scopeOf();
  const [session, other] = [sessionOf(scope), sessionOf(scope)];
  assert.ok(isSessionHistoryTransactionAwareSession(session));
  const append = { operationId: 'op 1', transaction: { type: 'append_items', items: items('a', 'b', 'c') } };
  await Promise.all([session, other, session, other].map((each) => each.applyHistoryTransaction(append)));
  assert.deepEqual(await session.getItems(), items('a', 'b', 'c'));
  const reused = { operationId: 'op 1', transaction: { type: 'append_items', items: items('x') } };
  await assert.rejects(session.applyHistoryTransaction(reused), /used for another transaction/);
  await session.addItems(items('d'));
  const replace = (operationId, expectedSuffix, replacement) =>
    session.applyHistoryTransaction({ operationId, transaction: { type: 'replace_suffix', expectedSuffix, replacement } }); // prettier-ignore
  await assert.rejects(replace('op 2', items('b', 'd'), items('y')), /does not end with the expected items/);
  await assert.rejects(replace('op 2', items('z', 'a', 'b', 'c', 'd'), items('y')), /does not end with/);
  await replace('op 2', items('c', 'd'), items('e', 'f', 'g'));
  await replace('op 2', items('c', 'd'), items('e', 'f', 'g'));
  assert.deepEqual(await session.getItems(), items('a', 'b', 'e', 'f', 'g'));
  await replace('op 3', items('f', 'g'), []);
  await replace('op 4', [], items('h'));
  assert.deepEqual(await session.getItems(), items('a', 'b', 'e', 'h'));
  await replace('op 5', items('a', 'b', 'e', 'h'), items('i'));
  assert.deepEqual(await session.getItems(), items('i'));
  await assert.rejects(session.applyHistoryTransaction({ ...append, operationId: ' ' }), TypeError);
});

test('a user never sees the conversation of another, nor of another session', async () => {
  const scope = scopeOf();
  await sessionOf(scope).addItems(items('The password of the safe is 1234'));
  for (const other of [scopeOf(), { ...scope, sessionId: 'chat-2' }]) {
    const session = sessionOf(other);
    assert.deepEqual([await session.getItems(), await session.popItem()], [[], undefined]);
    await session.clearSession();
  }
  assert.equal((await sessionOf(scope).getItems()).length, 1);
  assert.throws(() => new MnemeSession(mneme, { scope: someone() }), TypeError);
});

test('memories in a user message reach the model as delimited data', async () => {
  const scope = someone();
  const ids = await remember(scope, IGNORE, CLOSING);
  const { results } = await mneme.memories.search('What does Anna drink?', { metadata: scope });
  const model = fakeModel('Tea.');
  const input = [user([{ type: 'input_text', text: await renderMemories(results) }, { type: 'input_text', text: 'What does Anna drink?' }])]; // prettier-ignore
  await run(new Agent({ name: 'Waiter', model }), input);
  const [{ role, content }] = model.requests[0];
  assert.equal(role, 'user');
  const texts = { [ids[0]]: ESCAPED[IGNORE], [ids[1]]: ESCAPED[CLOSING] };
  assert.equal(content[0].text, blockOf(content[0].text, results.map(({ id }) => ({ id, text: texts[id] })))); // prettier-ignore
});

test('without the service it rejects', async () => {
  await assert.rejects(sessionOf(scopeOf(), unreachable).getItems(), { name: 'ConnectionError' });
});
