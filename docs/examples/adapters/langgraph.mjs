// LangGraph's long-term memory in Mneme: a node finds items by meaning, and shows them to the model as data.
import { HumanMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { Mneme } from '@mneme/client';
import { formatItems, MnemeStore } from '@mneme/adapters/langgraph';

const mneme = new Mneme(); // MNEME_API_KEY, MNEME_TENANT and MNEME_URL
// Of the session of your application, never of a model's output.
const store = new MnemeStore(mneme, { scope: { userId: 'anna' } });

// Instead: new ChatOpenAI({ model: 'gpt-5.2' }), of @langchain/openai.
const model = new FakeListChatModel({ responses: ['Anna likes tea.'] });
const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }, { store: items }) => {
    const question = String(messages.at(-1)?.content);
    const found = (await items?.search(['preferences'], { query: question, limit: 5 })) ?? [];
    const memories = new HumanMessage(await formatItems(found, { maxTokens: 500 }));
    return { messages: [await model.invoke([memories, ...messages])] };
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile({ store });

await store.put(['preferences'], 'drinks', { text: 'Anna prefers tea to coffee' });
const { messages } = await graph.invoke({ messages: [new HumanMessage('What does Anna like to drink?')] });
console.log(messages.at(-1)?.content);
console.log(await store.listNamespaces());
