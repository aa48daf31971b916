// A LangChain chain that answers with memories: they are data in the human message, in front of the question.
import { StringOutputParser } from '@langchain/core/output_parsers';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables';
import { Mneme } from '@mneme/client';
import { formatMemories, MnemeRetriever } from '@mneme/adapters/langchain';
import { mockModel } from './mock-chat.mjs';

const mneme = new Mneme(); // MNEME_API_KEY, MNEME_TENANT and MNEME_URL
// Of the session of your application, never of a model's output.
const scope = { userId: 'anna' };
await mneme.memories.byExternalId.upsert('anna/drinks', {
  content: 'Anna drinks tea, never coffee',
  type: 'semantic',
  metadata: scope,
});

const retriever = new MnemeRetriever(mneme, { scope, limit: 5 });
const chain = RunnableSequence.from([
  {
    memories: retriever.pipe((documents) => formatMemories(documents, { maxTokens: 500 })),
    question: new RunnablePassthrough(),
  },
  ChatPromptTemplate.fromMessages([
    ['system', 'Answer in one sentence.'],
    ['human', '{memories}\n\n{question}'],
  ]),
  // Instead: new ChatOpenAI({ model: 'gpt-5.2' }), of @langchain/openai.
  mockModel(),
  new StringOutputParser(),
]);
console.log(await chain.invoke('What does Anna drink?'));
