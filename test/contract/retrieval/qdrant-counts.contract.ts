import { QdrantStore } from '@mneme/retrieval';
import { QdrantDouble } from '../../support/vectors/qdrant-double/qdrant-double.js';
import { newTenant, sampleMemory, sampleModel, samplePoint } from '../../support/vectors/vector-samples.js';

describe('the counts of a query’s words in Qdrant', () => {
  let double: QdrantDouble;

  beforeAll(async () => {
    double = await QdrantDouble.start();
  });
  afterAll(() => double.stop());

  it('are estimated where exact ones would take longer than a request may', async () => {
    const store = new QdrantStore({ url: double.url, apiKey: undefined, collection: 'counts' }, 4_000);
    const [index, tenant] = [await store.open(sampleModel), newTenant()];
    const terms = Array.from({ length: 200 }, (_, i) => i);
    await index.upsert(tenant, [sampleMemory({ points: [samplePoint(1, terms.slice(0, 150))] })]);
    // One after the other on 16 connections, exact counts of all would take eight seconds. The rest of the four is for a slow machine.
    double.exactCountMs = 640;
    const counts = await index.termFrequencies(tenant, terms);
    expect(terms.map((term) => counts.get(term))).toEqual(terms.map((term) => (term < 150 ? 1 : 0)));
  });
});
