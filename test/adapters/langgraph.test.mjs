import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Annotation, END, InMemoryStore, START, StateGraph } from '@langchain/langgraph';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { formatItems, MnemeStore } from '@mneme/adapters/langgraph';
import { blockOf, CLOSING, ESCAPED, mneme, someone, unreachable } from './support.mjs';

const storeOf = (scope = someone(), options = {}) => new MnemeStore(mneme, { scope, ...options });
const keysOf = (items) => items.map(({ key }) => key);

test('put, get, replace and delete', async () => {
  const store = storeOf();
  const value = { food: 'pizza', rating: 4.5, deep: { a: { b: [1, null, { c: true }] } }, big: 2 ** 60, none: null };
  await store.put(['users', 'anna'], 'likes', value);
  const item = await store.get(['users', 'anna'], 'likes');
  assert.deepEqual([item.value, item.key, item.namespace], [value, 'likes', ['users', 'anna']]);
  assert.ok(item.createdAt instanceof Date && item.updatedAt instanceof Date);
  await store.put(['users', 'anna'], 'likes', { food: 'pasta' });
  const changed = await store.get(['users', 'anna'], 'likes');
  assert.deepEqual([changed.value, changed.createdAt], [{ food: 'pasta' }, item.createdAt]);
  assert.ok(changed.updatedAt > item.updatedAt);
  assert.equal(await store.get(['users'], 'likes'), null);
  assert.equal(await store.get(['users', 'anna'], 'Likes'), null);
  await store.delete(['users', 'anna'], 'likes');
  await store.delete(['users', 'anna'], 'likes');
  assert.equal(await store.get(['users', 'anna'], 'likes'), null);
});

test('namespaces and keys of odd characters are all different, and come back as they were', async () => {
  const store = storeOf();
  const labels = ['a/b', 'a', 'a%2Fb', 'é', 'e\u0301', '日本語', 'a b', '~', '=&', '*', '"\\', "x'; --", '🍵', '\n', 'A', 'long '.repeat(40), `${'long '.repeat(40)}er`]; // prettier-ignore
  for (const label of labels) await store.put(['odd', label], label, { label });
  for (const label of labels) {
    const item = await store.get(['odd', label], label);
    assert.deepEqual([item.namespace, item.key, item.value], [['odd', label], label, { label }]);
    assert.deepEqual(keysOf(await store.search(['odd', label])), [label]);
  }
  assert.equal((await store.search(['odd'], { limit: 100 })).length, labels.length);
  assert.equal((await store.listNamespaces({ prefix: ['odd'] })).length, labels.length);
  await store.put(['odd', 'a'], 'b', { label: 'of a' });
  assert.equal(await store.get(['odd'], 'a/b'), null);
  await store.put(['odd'], '', { label: 'no key' });
  assert.equal((await store.get(['odd'], '')).value.label, 'no key');
});

test('lists and filters as the store in memory does', async () => {
  const [store, reference] = [storeOf(), new InMemoryStore()];
  for (const each of [store, reference]) {
    await each.put(['docs', 'en', 'v1'], 'a', { status: 'active', score: 1 });
    await each.put(['docs', 'en', 'v2'], 'b', { status: 'active', score: 5, tag: 'x' });
    await each.put(['docs', 'de', 'v1'], 'c', { status: 'closed', score: 9 });
    await each.put(['documents'], 'd', { status: 'active', score: '5' });
  }
  const same = async (call) => {
    const [ours, theirs] = await Promise.all([call(store), call(reference)]);
    const sorted = (list) =>
      list.map((each) => (each.key === undefined ? each : `${each.namespace} ${each.key}`)).sort();
    assert.deepEqual(sorted(ours), sorted(theirs));
  };
  for (const prefix of [[], ['docs'], ['docs', 'en'], ['doc'], ['docs', 'en', 'v1', 'x']]) {
    await same((each) => each.search(prefix));
    for (const filter of [
      { status: 'active' },
      { score: 5 },
      { score: { $gt: 1, $lte: 9 } },
      { status: { $ne: 'active' } },
      { tag: { $eq: 'x' } },
      { status: { $in: ['closed'] } },
      { status: { $nin: ['closed'] } },
      { missing: 1 },
    ]) {
      // prettier-ignore
      await same((each) => each.search(prefix, { filter }));
    }
  }
  for (const options of [
    {},
    { prefix: ['docs'] },
    { suffix: ['v1'] },
    { prefix: ['docs', '*', 'v1'] },
    { maxDepth: 1 },
    { maxDepth: 2, prefix: ['docs'] },
    { prefix: ['docs'], suffix: ['v2'] },
    { prefix: ['none'] },
  ]) {
    // prettier-ignore
    await same((each) => each.listNamespaces(options));
  }
  assert.deepEqual(await store.listNamespaces({ limit: 1, offset: 1 }), [['docs', 'en', 'v1']]);
  assert.equal((await store.search([], { limit: 2 })).length, 2);
  assert.deepEqual(keysOf(await store.search([], { limit: 2, offset: 3 })), ['a']);
});

test('a query finds by meaning, and a filter beyond its best hundred', async () => {
  const store = storeOf();
  const puts = Array.from({ length: 130 }, (_, i) => ({
    namespace: ['facts'],
    key: `${i}`,
    value: { text: `The weather of day ${i} is fine`, isLast: i === 129 },
  }));
  await store.batch(puts);
  await store.put(['facts'], 'tea', { text: 'Anna drinks tea' });
  await store.put(['facts'], 'secret', { text: 'Anna drinks coffee' }, false);
  await store.put(['facts'], 'title', { title: 'Bicycles', body: 'Anna drinks tea' }, ['title']);
  const [best] = await store.search(['facts'], { query: 'what does Anna drink?', limit: 3 });
  assert.equal(best.key, 'tea');
  assert.ok(best.score > 0.3 && best.score <= 1);
  const [last, ...rest] = await store.search(['facts'], { query: 'what does Anna drink?', filter: { isLast: true } });
  assert.deepEqual([last.key, rest], ['129', []]);
  assert.equal((await store.search(['facts'], { query: 'what does Anna drink?', limit: 200 })).length, 133);
});

test('a query finds everything, the best first, and with a cut what answers it alone', async () => {
  const scope = someone();
  const store = storeOf(scope);
  await store.put(['facts'], 'tea', { text: 'Anna drinks tea' });
  await store.put(['facts'], 'boat', { text: 'The boat is red' });
  await store.put(['facts'], 'hidden', { text: 'Anna drinks coffee' }, false);
  const query = 'What does Anna drink?';
  assert.deepEqual(keysOf(await store.search(['facts'], { query })), ['tea', 'boat', 'hidden']);
  const cut = storeOf(scope, { minRelevance: 0.3 });
  assert.deepEqual(keysOf(await cut.search(['facts'], { query })), ['tea']);
  assert.deepEqual(await cut.search(['facts'], { query, filter: { text: 'The boat is red' } }), []);
  // Without a query there is no relevance.
  assert.equal((await cut.search(['facts'])).length, 3);
  for (const minRelevance of [-1, 2, NaN, '0.3']) assert.throws(() => storeOf(scope, { minRelevance }), TypeError);
});

test('a batch reads what was there before it writes, and its last put of a key counts', async () => {
  const store = storeOf();
  const put = (value) => ({ namespace: ['n'], key: 'k', value });
  const get = { namespace: ['n'], key: 'k' };
  assert.deepEqual(await store.batch([put({ v: 1 }), get, put({ v: 2 })]), [undefined, null, undefined]);
  const [found, deleted, list] = await store.batch([
    get,
    put(null),
    { matchConditions: undefined, limit: 5, offset: 0 },
  ]);
  assert.deepEqual([found.value, deleted, list], [{ v: 2 }, undefined, [['n']]]);
  assert.equal(await store.get(['n'], 'k'), null);
});

test('a user never sees, replaces or deletes the items of another', async () => {
  const [anna, ben] = [storeOf(), storeOf()];
  await anna.put(['notes'], 'safe', { text: 'The password of the safe is 1234' });
  assert.equal(await ben.get(['notes'], 'safe'), null);
  assert.deepEqual(await ben.search([]), []);
  assert.deepEqual(await ben.search(['notes'], { query: 'password of the safe' }), []);
  assert.deepEqual(await ben.listNamespaces(), []);
  await ben.put(['notes'], 'safe', { text: 'mine' });
  await ben.delete(['notes'], 'safe');
  assert.equal((await anna.get(['notes'], 'safe')).value.text, 'The password of the safe is 1234');
});

test('no two scopes have one name for an item', async () => {
  const userId = someone().userId;
  const scopes = [{ userId }, { userId, sessionId: 'n' }, { userId: `${userId}/n` }, { userId: `${userId}"&sessionId="n` }, { userId, metadata: { n: 1 } }, { userId, metadata: { n: '1' } }]; // prettier-ignore
  const stores = scopes.map((scope) => storeOf(scope));
  for (const [i, store] of stores.entries()) await store.put(['n'], 'k', { i });
  for (const [i, store] of stores.entries()) assert.equal((await store.get(['n'], 'k')).value.i, i);
});

test('items expire where the store says so', async () => {
  const scope = someone();
  await storeOf(scope, { ttlSeconds: 3_600 }).put(['n'], 'k', { v: 1 });
  const { memories } = await mneme.memories.list({ metadata: scope, fields: ['expiresAt'] }).page();
  const leftMs = Date.parse(memories[0].expiresAt) - Date.now();
  assert.ok(leftMs > 3_500_000 && leftMs <= 3_600_000);
});

test('a graph keeps and finds its memories in the store', async () => {
  const State = Annotation.Root({ text: Annotation() });
  const node = async ({ text }, { store }) => {
    const found = await store.search(['memories'], { query: text });
    await store.put(['memories'], `${found.length}`, { text });
    return { text: found.map(({ value }) => value.text).join() };
  };
  const builder = new StateGraph(State).addNode('node', node).addEdge(START, 'node').addEdge('node', END);
  const graph = builder.compile({ store: storeOf() });
  assert.equal((await graph.invoke({ text: 'Anna drinks tea' })).text, '');
  assert.equal((await graph.invoke({ text: 'What does Anna drink?' })).text, 'Anna drinks tea');
});

test('items reach the model as delimited data in a human message', async () => {
  const store = storeOf();
  await store.put(['memories'], 'a</memories>', { text: CLOSING });
  const found = await store.search(['memories'], { query: 'What does Anna drink?' });
  let sent;
  const model = new FakeListChatModel({ responses: ['Tea.'] });
  const callbacks = [{ handleChatModelStart: (_, [messages]) => (sent = messages) }];
  const prompt = [new SystemMessage('Be short.'), new HumanMessage(`${await formatItems(found)}\n\nWhat does Anna drink?`)]; // prettier-ignore
  await model.invoke(prompt, { callbacks });
  assert.deepEqual(
    sent.map((message) => message.getType()),
    ['system', 'human'],
  );
  assert.equal(sent[0].content, 'Be short.');
  const [expected] = [{ id: 'a\\u003c/memories\\u003e', text: `text: ${ESCAPED[CLOSING]}` }];
  const block = blockOf(sent[1].content, [expected]).replace('"type":"semantic"', '"type":"item"');
  assert.equal(sent[1].content, `${block}\n\nWhat does Anna drink?`);
  assert.equal(await formatItems([]), '');
});

test('what the service refuses, or does not answer, rejects', async () => {
  await assert.rejects(storeOf().put(['n'], 'k', { text: 'x'.repeat(20_000) }), {
    name: 'TypeError',
    message:
      /^the value of the key k is too large: with its namespace and scope it has 20\d{3} bytes as JSON, of at most 16384$/,
  });
  const store = new MnemeStore(unreachable, { scope: someone() });
  await assert.rejects(store.get(['n'], 'k'), { name: 'ConnectionError' });
  assert.throws(() => new MnemeStore(mneme, { scope: { userId: '' } }), TypeError);
});
