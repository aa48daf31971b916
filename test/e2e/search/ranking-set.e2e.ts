import { readFileSync } from 'node:fs';
import { newTenant, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';
const FOLDER = new URL('ranking-set/', import.meta.url);

interface Turn {
  readonly externalId: string;
  readonly content: string;
  readonly type: string;
  readonly metadata: Record<string, string>;
}

interface Question {
  readonly group: 'session' | 'speaker' | 'date' | 'slip' | 'plain';
  readonly query: string;
  /** externalId of the one turn that answers. */
  readonly answer: string;
  /** Of a slip: the query as it was meant, and without the name. */
  readonly spelled?: string;
  readonly unnamed?: string;
}

/** A tenant with a set of memories, and how well it answers. */
class Store {
  private readonly names = new Map<string, string>();

  private constructor(private readonly tenant: TestTenant) {}

  static async of(turns: readonly Omit<Turn, 'metadata'>[]): Promise<Store> {
    const store = new Store(await newTenant());
    const { tenantId, api } = store.tenant;
    const memories = turns.map(({ externalId: _, ...memory }) => memory);
    const { body } = await api.post(`${MEMORIES}/bulk`, { tenantId, memories });
    expect(body.data.failed).toBe(0);
    const results = body.data.results as { index: number; id: string }[];
    for (const { index, id } of results) store.names.set(id, turns[index]?.externalId ?? '');
    return store;
  }

  /** Mean of 1 / place of the answer, 0 where it is not among the first 25. */
  async reciprocalRank(questions: readonly Question[], text: (question: Question) => string): Promise<number> {
    let sum = 0;
    for (const question of questions) sum += 1 / (await this.placeOf(question.answer, text(question)));
    return sum / questions.length;
  }

  private async placeOf(answer: string, query: string): Promise<number> {
    const { tenantId, api } = this.tenant;
    const { body } = await api.post(`${MEMORIES}/search`, { tenantId, query, limit: 25 });
    const results = body.data.results as { id: string }[];
    const place = results.findIndex(({ id }) => this.names.get(id) === answer);
    return place < 0 ? Infinity : place + 1;
  }
}

const turns = readFileSync(new URL('talk.ndjson', FOLDER), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Turn);
const questions = JSON.parse(readFileSync(new URL('questions.json', FOLDER), 'utf8')) as Question[];
const asked = (group: Question['group']): Question[] => questions.filter((question) => question.group === group);
const asIs = ({ query }: Question): string => query;

/** Eight evenings of two people, written for this test, and what one might ask of them: nothing was fitted to it. */
describe('ranking on a set of its own', () => {
  let known: Store;
  let bare: Store;
  beforeAll(async () => {
    known = await Store.of(turns);
    bare = await Store.of(turns.map(({ metadata: _, ...turn }) => turn));
  });
  const both = async (group: Question['group']): Promise<[withMetadata: number, without: number]> => [
    await known.reciprocalRank(asked(group), asIs),
    await bare.reciprocalRank(asked(group), asIs),
  ];

  it.each([
    ['session', 0.2],
    ['speaker', 0.1],
    ['date', 0.1],
  ] as const)('gains by what the metadata tells of the %s', async (group, least) => {
    const [withMetadata, without] = await both(group);
    expect(withMetadata).toBeGreaterThan(without + least);
  });

  it('loses nothing where metadata tells nothing', async () => {
    const [withMetadata, without] = await both('plain');
    expect(withMetadata).toBeGreaterThanOrEqual(without);
    expect(without).toBeGreaterThan(0.9);
  });

  it('loses little by a slip in a name, and much less than without the name', async () => {
    const slips = asked('slip');
    const meant = await known.reciprocalRank(slips, ({ spelled = '' }) => spelled);
    const slipped = await known.reciprocalRank(slips, asIs);
    const unnamed = await known.reciprocalRank(slips, ({ unnamed = '' }) => unnamed);
    expect(slipped).toBeGreaterThan(meant - 0.1);
    expect(slipped).toBeGreaterThan(unnamed + 0.3);
  });
});
