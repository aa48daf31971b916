// LangGraph's long-term memory in Mneme: a node finds items by meaning, and shows them to the model as data.
import { HumanMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { Mneme } from '@mneme/client';
import { formatItems, MnemeStore } from '@mneme/adapters/langgraph';
import { mockModel } from './mock-chat.mjs';

const mneme = new Mneme(); // MNEME_API_KEY, MNEME_TENANT and MNEME_URL
// Of the session of your application, never of a model's output.
const store = new MnemeStore(mneme, { scope: { userId: 'anna' }, minRelevance: 0.3 });

// Instead: new ChatOpenAI({ model: 'gpt-5.2' }), of @langchain/openai.
const model = mockModel();
const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }, { store: items }) => {
    const question = String(messages.at(-1)?.content);
    const found = (await items?.search(['preferences'], { query: question, limit: 5 })) ?? [];
    // Of no items it is empty, and some providers refuse an empty message.
    const text = await formatItems(found, { maxTokens: 500 });
    const memories = text === '' ? [] : [new HumanMessage(text)];
    return { messages: [await model.invoke([...memories, ...messages])] };
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile({ store });

await store.put(['preferences'], 'drinks', { text: 'Anna drinks tea, never coffee' });
const { messages } = await graph.invoke({ messages: [new HumanMessage('What does Anna drink?')] });
console.log(messages.at(-1)?.content);
console.log(await store.listNamespaces());
