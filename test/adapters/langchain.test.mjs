import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { BaseRetriever } from '@langchain/core/retrievers';
import { RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { formatMemories, MnemeRetriever } from '@mneme/adapters/langchain';
import { blockOf, CLOSING, ESCAPED, IGNORE, mneme, remember, someone, unreachable } from './support.mjs';

const question = 'What does Anna drink?';

test('documents have the text of a memory, and what is known about it', async () => {
  const scope = { ...someone(), metadata: { channel: 'mail' } };
  const filter = { userId: scope.userId, channel: 'mail' };
  const [id] = await remember(filter, 'Anna drinks tea');
  await remember({ userId: scope.userId, channel: 'chat' }, 'Anna drinks coffee');
  const retriever = new MnemeRetriever(mneme, { scope, tags: ['memory'] });
  assert.ok(retriever instanceof BaseRetriever);
  const [document, ...rest] = await retriever.invoke(question);
  assert.deepEqual(rest, []);
  assert.deepEqual([document.pageContent, document.id], ['Anna drinks tea', id]);
  const { relevance, createdAt, ...others } = document.metadata;
  assert.ok(relevance > 0.3 && Date.parse(createdAt) > 0);
  assert.deepEqual(others, { id, type: 'semantic', importance: 0.5, memory: filter });
  assert.deepEqual(await new MnemeRetriever(mneme, { scope, minRelevance: 0.999 }).invoke(question), []);
});

test('in a chain, memories are a delimited part of the human message', async () => {
  const scope = someone();
  const ids = await remember(scope, IGNORE, CLOSING);
  const retriever = new MnemeRetriever(mneme, { scope, minRelevance: 0.1 });
  const prompt = ChatPromptTemplate.fromMessages([['system', 'You are a waiter.'], ['human', '{memories}\n\n{question}']]); // prettier-ignore
  let sent;
  const chain = RunnableSequence.from([
    { memories: retriever.pipe((documents) => formatMemories(documents)), question: new RunnablePassthrough() },
    prompt,
    (value) => (sent = value),
    new FakeListChatModel({ responses: ['Tea.'] }),
    new StringOutputParser(),
  ]);
  assert.equal(await chain.invoke(question), 'Tea.');
  const [system, human] = sent.toChatMessages();
  assert.equal(system.content, 'You are a waiter.');
  const found = [...human.content.matchAll(/"id":"(mem_\w+)"/g)].map(([, id]) => id);
  assert.deepEqual([...found].sort(), [...ids].sort());
  const texts = { [ids[0]]: ESCAPED[IGNORE], [ids[1]]: ESCAPED[CLOSING] };
  const block = blockOf(human.content, found.map((id) => ({ id, text: texts[id] }))); // prettier-ignore
  assert.equal(human.content, `${block}\n\n${question}`);
  assert.equal(await formatMemories([]), '');
});

test('a user never sees the memories of another', async () => {
  await remember(someone(), 'The password of the safe is 1234');
  const retriever = new MnemeRetriever(mneme, { scope: someone(), minRelevance: 0 });
  assert.deepEqual(await retriever.invoke('What is the password of the safe?', { metadata: { userId: 'x' } }), []);
});

test('without the service it rejects, or reports the error and finds nothing, in bounded time', async () => {
  const scope = someone();
  const started = performance.now();
  await assert.rejects(new MnemeRetriever(unreachable, { scope }).invoke(question), { name: 'ConnectionError' });
  const errors = [];
  const quiet = new MnemeRetriever(unreachable, { scope, onError: (error) => errors.push(error.name) });
  assert.deepEqual([await quiet.invoke(question), errors], [[], ['ConnectionError']]);
  assert.ok(performance.now() - started < 4_000);
  assert.throws(() => new MnemeRetriever(mneme, { scope: {} }), TypeError);
});
