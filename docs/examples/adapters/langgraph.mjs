// LangGraph's long-term memory in Mneme: a node stores what it learns, and a later run finds it by meaning.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { Mneme } from '@mneme/client';
import { MnemeStore } from '@mneme/adapters/langgraph';

const mneme = new Mneme(); // MNEME_API_KEY, MNEME_TENANT and MNEME_URL
// Of the session of your application, never of a model's output.
const store = new MnemeStore(mneme, { scope: { userId: 'anna' } });

const State = Annotation.Root({ question: Annotation(), answer: Annotation() });
const graph = new StateGraph(State)
  .addNode('recall', async ({ question }, { store: memories }) => {
    const found = await memories?.search(['preferences'], { query: String(question), limit: 1 });
    return { answer: found?.[0]?.value['text'] };
  })
  .addEdge(START, 'recall')
  .addEdge('recall', END)
  .compile({ store });

await store.put(['preferences'], 'drinks', { text: 'Anna prefers tea to coffee' });
const { answer } = await graph.invoke({ question: 'What does Anna like to drink?' });
console.log(answer);
console.log(await store.listNamespaces());
