import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

interface Result {
  readonly id: string;
  readonly content: string;
  readonly explanation?: {
    readonly cosine: number;
    readonly coverage: number;
    readonly matchedTerms: string[];
    readonly boosts: { readonly session: number; readonly speaker: number };
    readonly passage: { readonly start: number; readonly end: number } | null;
  };
}

describe('what search looks at', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });
  const add = async (content: string, metadata: Record<string, unknown> = {}): Promise<string> => {
    const body = { content, type: 'episodic', tenantId: tenant.tenantId, metadata };
    const response = await tenant.api.post(MEMORIES, body);
    expect(response.status).toBe(201);
    return response.body.data.id as string;
  };
  const ask = (query: string, more: Record<string, unknown> = {}): Promise<ApiResponse> =>
    recorded(tenant, ({ memories }) => memories.search(query, asIs(more)));
  const search = async (query: string, more: Record<string, unknown> = {}): Promise<Result[]> => {
    const { status, body } = await ask(query, more);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    return body.data.results as Result[];
  };

  it('finds the answer that stands beside its question in a session', async () => {
    const talk = async (sessionId: string | undefined): Promise<string> => {
      const metadata = sessionId === undefined ? {} : { sessionId };
      await add('Where did you two spend the summer holiday in the end?', metadata);
      const answer = await add('A tiny village up in the Dolomites, it rained all week', metadata);
      await add('Poor you!', metadata);
      return answer;
    };
    for (let i = 0; i < 60; i++) await add(`Note ${i}: the printer on floor ${i} needs paper`);
    const placeOf = async (id: string): Promise<number> =>
      (await search('where did they spend the summer holiday?', { limit: 100, collapse: 'none' })).findIndex(
        (each) => each.id === id,
      );
    // Stored first, it would come first of the two if only their words counted.
    const apart = await talk(undefined);
    const together = await talk('s1');
    expect(await placeOf(together)).toBeLessThan(await placeOf(apart));
  });

  it('counts in a session only what stands directly beside, on both sides of it', async () => {
    const said = (content: string, sessionId: string, kind = 'talk'): Promise<string> =>
      add(content, { sessionId, kind });
    for (let i = 0; i < 5; i++) await said(`The printer on floor ${i} needs paper`, `floor ${i}`);
    const talk = async (sessionId: string, between: boolean): Promise<string[]> => {
      const first = await said('Where did you two spend the summer holiday?', sessionId);
      if (between) await said('Let me think', sessionId, 'aside');
      return [first, await said('The summer holiday? In the Dolomites', sessionId)];
    };
    const [beside, apart] = [await talk('s1', false), await talk('s2', true)];
    const found = await search('where was the summer holiday?', {
      metadata: { kind: 'talk' },
      explain: true,
      collapse: 'none',
    });
    const boostsOf = (ids: string[]): (number | undefined)[] =>
      ids.map((id) => found.find((each) => each.id === id)?.explanation?.boosts.session);
    expect(boostsOf(apart)).toEqual([0, 0]);
    for (const boost of boostsOf(beside)) expect(boost).toBeGreaterThan(0.02);
  });

  it('prefers what the named speaker said, and says so', async () => {
    const speakers = ['Nadia', 'Oskar'];
    const ids: string[] = [];
    for (const speaker of speakers) ids.push(await add('My favourite dish is lentil soup', { speaker }));
    const byNadia = await search("what is Nadia's favourite dish?", { explain: true });
    expect(byNadia.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect(byNadia.map(({ explanation }) => explanation?.boosts.speaker)).toEqual([0.05, 0]);
    const byBoth = await search('do Nadia and Oskar have a favourite dish?', { explain: true });
    expect(byBoth.map(({ explanation }) => explanation?.boosts.speaker)).toEqual([0, 0]);
  });

  it('takes a speaker by the longest name and in any case', async () => {
    const boostOf = async (query: string, id: string): Promise<number | undefined> =>
      (await search(query, { explain: true })).find((each) => each.id === id)?.explanation?.boosts.speaker;
    const byBell = await add('My favourite dish is lentil soup', { speaker: 'Kasimir Bell' });
    await add('Breakfast was good', { speaker: 'Kasimir' });
    expect(await boostOf("what is Kasimir Bell's favourite dish?", byBell)).toBe(0.05);
    const byNadia = await add('My favourite dish is dumplings', { speaker: 'nadia' });
    const again = await add('My favourite dish is pancakes', { speaker: 'Nadia' });
    for (const id of [byNadia, again]) expect(await boostOf("what is Nadia's favourite dish?", id)).toBe(0.05);
  });

  it('knows speaker and session of the lines of a log by how they begin', async () => {
    const line = (text: string): Promise<string> => add(`[8 May 2023] ${text}`);
    for (let i = 0; i < 60; i++) await add(`Note ${i}: the printer on floor ${i} needs paper`);
    await line('Nadia: Where did you spend the summer holiday in the end?');
    const answer = await line('Oskar: A tiny village up in the Dolomites, it rained all week');
    await line('Nadia: Poor you!');
    const found = await search('where did Oskar spend the summer holiday?', { explain: true, limit: 100 });
    const boosts = found.find(({ id }) => id === answer)?.explanation?.boosts;
    expect(boosts).toEqual({ session: expect.any(Number), speaker: 0.05 });
    expect(boosts?.session).toBeGreaterThan(0.02);
  });

  it('finds a date that only the metadata has', async () => {
    const may = await add('We signed the lease', { occurredAt: '2023-05-08T13:56:00Z' });
    const june = await add('We signed the lease', { occurredAt: '2023-06-19T09:00:00Z' });
    expect((await search('what happened on 19 June 2023?'))[0]?.id).toBe(june);
    expect((await search('what was signed in May?'))[0]?.id).toBe(may);
  });

  it.each([
    ['a letter left out', 'Bartholmew'],
    ['a letter too many', 'Bartholommew'],
    ['a wrong letter', 'Barthalomew'],
    ['two letters swapped', 'Batrholomew'],
  ])('finds a name with %s', async (_, name) => {
    for (let i = 0; i < 20; i++) await add(`Guest number ${i} has confirmed the invitation`);
    const wanted = await add('Bartholomew is allergic to hazelnuts');
    const [first] = await search(`${name} allergies`, { explain: true });
    expect(first?.id).toBe(wanted);
    expect(first?.explanation?.matchedTerms).toContain('bartholomew');
  });

  it.each([
    ['takes a common word as it is meant', 'where did Nora hide the boat?', ['boat']],
    ['takes a common word for a slip where it is written as a name', 'where is the boat of Hide?', ['hike', 'boat']],
    ['takes a common word for a slip where no other word is known', 'hide', ['hike']],
  ])('%s', async (_, query, words) => {
    await add('The hike took nine hours');
    await add('The boat lies in the harbour');
    const found = await search(query, { explain: true });
    const matched = found.flatMap(({ explanation }) => explanation?.matchedTerms ?? []);
    expect(matched.toSorted()).toEqual(words.toSorted());
  });

  it('counts a name once that the query has with and without a slip', async () => {
    const wanted = await add('Bartholomew is allergic to hazelnuts');
    await add('Hazelnuts are in the cupboard');
    const [first] = await search('Bartholmew, that is Bartholomew, or Barthalomew', { explain: true });
    expect(first).toMatchObject({ id: wanted, explanation: { coverage: 1, matchedTerms: ['bartholomew'] } });
  });

  it('takes a word as it is where a memory has it, also one that was stored a moment ago', async () => {
    // So many that one more is no reason to count all words again.
    for (let i = 0; i < 20; i++) await add(`Guest number ${i} has confirmed the invitation`);
    const clara = await add('Clara plays the oboe');
    expect((await search('Klara'))[0]?.id).toBe(clara);
    const klara = await add('Klara plays the oboe');
    expect((await search('Klara'))[0]?.id).toBe(klara);
  });

  it.each([
    ['German', 'Die Quittung liegt im grünen Ordner', 'wo liegt die Quittung', 'quittung'],
    ['German without umlauts', 'Der Schlüssel hängt im Flur', 'schlussel flur', 'schlussel'],
    ['Spanish', 'El pasaporte está en el cajón de la cocina', '¿dónde está el pasaporte?', 'pasaporte'],
    ['French', 'La réunion aura lieu à Besançon', 'reunion besancon', 'besancon'],
    ['Ukrainian', 'Ключ від сейфу лежить у шухляді', 'де ключ від сейфу?', 'сейфу'],
    ['Ukrainian with a slip', 'Марічка народилася у Чернівцях', 'Марчіка', 'марічка'],
    ['Japanese', '鍵は青い引き出しの中にあります', '鍵はどこですか', '鍵'],
    ['mixed scripts', 'Встреча с Tanaka-san в 東京タワー', 'tanaka 東京タワー', 'tanaka'],
  ])('finds %s by its words', async (_, content, query, word) => {
    for (const other of ['Der Zug fährt um neun', 'La voiture est rouge', 'Погода гарна', '今日は雨です'])
      await add(other);
    const wanted = await add(content);
    const [first] = await search(query, { explain: true });
    expect(first?.id).toBe(wanted);
    expect(first?.explanation?.matchedTerms).toContain(word);
  });

  it('explains a result where asked to, and only there', async () => {
    const filler = 'The committee went through the agenda without haste. 🙂 ';
    await add(`${filler.repeat(60)}The spare key hangs behind the blue mirror. ${filler.repeat(10)}`);
    await add('Tea is in the cupboard');
    const [long, short] = await search('where is the spare key?', { explain: true });
    const { start, end } = long?.explanation?.passage ?? { start: 0, end: 0 };
    expect([...(long?.content ?? '')].slice(start, end).join('')).toContain('The spare key hangs');
    expect(end - start).toBeLessThan(1_000);
    expect(long?.explanation).toMatchObject({ coverage: 1, matchedTerms: ['spare', 'key'] });
    expect(Math.abs(long?.explanation?.cosine ?? 1)).toBeLessThan(1);
    expect(short?.explanation).toMatchObject({ matchedTerms: [], boosts: { session: 0, speaker: 0 }, passage: null });
    for (const result of await search('where is the spare key?')) expect(result).not.toHaveProperty('explanation');
    expect((await ask('tea', { explain: 'yes' })).body.errors[0]).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'explain',
    });
  });

  it('finds nothing of another tenant by a near spelling', async () => {
    await add('Bartholomew is allergic to hazelnuts');
    const stranger = await newTenant();
    const body = { content: 'Nothing to see', type: 'episodic', tenantId: stranger.tenantId };
    await stranger.api.post(MEMORIES, body);
    const answer = await stranger.api.post(`${MEMORIES}/search`, {
      query: 'Bartholmew',
      tenantId: stranger.tenantId,
      explain: true,
    });
    expect((answer.body.data.results as Result[]).map(({ explanation }) => explanation?.matchedTerms)).toEqual([[]]);
  });
});
