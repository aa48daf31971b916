import type { ChainMemory } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import { LinkedMemories } from '../../../libs/intelligence/chains/linked-memories.js';
import { ChainRequestContext } from '../../../libs/intelligence/chains/chain-request.context.js';
import { mentionOfEntity, mentionOfMemory } from '../../../libs/intelligence/stored-form/mention.hash.js';
import { MentionsRepository } from '../../../libs/intelligence/features/mentions.repository.js';
import { insertRecord, sampleDocument, sampleRows } from '../../support/stories/feature-samples.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const MODEL = 'sample@1';
/** More memories than these hold a name that is not rare. */
const RARE = 40;

describe.each(DATABASES)('neighbours of memories in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  let neighbours: LinkedMemories;
  let tenant = tenantId('nobody');
  let known: Map<string, ChainMemory>;

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
    neighbours = new LinkedMemories(db, new MentionsRepository());
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    tenant = tenantId(`neighbours-${newUuid()}`);
    known = new Map();
  });

  /** A memory that holds these names and tags, and links to others. */
  const memory = async (about: { names?: string[]; tags?: string[]; to?: string[] }): Promise<string> => {
    const { names = [], tags = [], to = [] } = about;
    const document = sampleDocument({ content: 'A note', tags });
    const { id } = document;
    const [row] = sampleRows([document]);
    await db.run(tenant, async (tx) => {
      await insertRecord(tx, tenant, document);
      const mentions = [...names.map(mentionOfEntity), ...to.map(mentionOfMemory)];
      await tx.query(
        'INSERT INTO memory_mentions (tenant_id, memory_id, mention) SELECT $1, $2, unnest($3::bigint[])',
        [tenant, id, mentions],
      );
      await tx.query('INSERT INTO memory_tags (tenant_id, memory_id, tag) SELECT $1, $2, unnest($3::text[])', [
        tenant,
        id,
        tags,
      ]);
    });
    const links = to.map((target) => ({ kind: 'relatedTo', to: target }) as const);
    const features = { ...row?.features, entities: names } as ChainMemory['features'];
    const { content, type, importance } = document;
    const vector = new Float32Array(16);
    const times = { at: 0, storedAt: 0 };
    known.set(id, { id, ...times, type, content, importance, tags, features, vector, relevance: 0, links });
    return id;
  };
  const scope = (): ChainRequestContext =>
    new ChainRequestContext(tenant, MODEL, new Date(), undefined, new Float32Array(16), new Map(), false, undefined);
  const around = (id: string): Promise<string[]> =>
    neighbours.around(
      scope(),
      [...known.values()].filter((one) => one.id === id),
      (ids) => Promise.resolve(ids.flatMap((one) => known.get(one) ?? [])),
    );

  it('are linked with them, two hops out and both ways, then share a rare name or tag with them', async () => {
    const far = await memory({});
    const target = await memory({ to: [far] });
    const asked = await memory({ names: ['eyvindur'], tags: ['boat'], to: [target] });
    const linking = await memory({ to: [asked] });
    const linkingFar = await memory({ to: [linking] });
    const named = await memory({ names: ['eyvindur'] });
    const tagged = await memory({ tags: ['boat'] });
    await memory({ names: ['somebody else'], tags: ['house'], to: [linkingFar] });
    const found = await around(asked);
    const others = found.filter((id) => id !== asked);
    expect(others).toEqual([target, linking, far, linkingFar, named, tagged]);
  });

  it('are asked for once where nothing is linked, twice where something is, and not at all for none', async () => {
    const reads = jest.spyOn(db, 'read');
    const asked = async (id: string): Promise<number> => {
      reads.mockClear();
      await around(id);
      return reads.mock.calls.length;
    };
    const alone = await memory({ names: ['eyvindur'] });
    const linked = await memory({ to: [alone] });
    const unlinked = await memory({ names: ['eyvindur'], tags: ['boat'] });
    expect([await asked(unlinked), await asked(linked), await asked(newUuid())]).toEqual([1, 2, 0]);
    reads.mockRestore();
  });

  it('are of their tenant alone', async () => {
    const asked = await memory({ names: ['eyvindur'], tags: ['boat'] });
    const owner = tenant;
    tenant = tenantId(`stranger-${newUuid()}`);
    await memory({ names: ['eyvindur'], tags: ['boat'], to: [asked] });
    tenant = owner;
    expect(await around(asked)).toEqual([asked]);
  });

  it('are not those that share what many have', async () => {
    const asked = await memory({ names: ['standup'], tags: ['work'] });
    const several = (about: { names?: string[]; tags?: string[] }) =>
      Promise.all(Array.from({ length: RARE - 1 }, () => memory(about)));
    const [named, tagged] = [await several({ names: ['standup'] }), await several({ tags: ['work'] })];
    expect((await around(asked)).sort()).toEqual([asked, ...named, ...tagged].sort());
    await memory({ names: ['standup'] });
    expect((await around(asked)).sort()).toEqual([asked, ...tagged].sort());
    await memory({ tags: ['work'] });
    expect(await around(asked)).toEqual([]);
  });

  it('are counted by name and by tag, once a request', async () => {
    const id = await memory({ names: ['eyvindur', 'marta'], tags: ['Boat'] });
    await memory({ names: ['marta'], tags: ['Boat'] });
    const request = scope();
    const asked = [known.get(id)].filter((one) => one !== undefined);
    await neighbours.count(request, asked);
    await memory({ names: ['marta'] });
    await neighbours.count(request, asked);
    expect([...request.counts]).toEqual([
      ['eyvindur', 1],
      ['marta', 2],
      ['#boat', 2],
    ]);
  });

  it('count a tag in all the spellings that a request meets', async () => {
    const first = await memory({ tags: ['Bücher'] });
    const second = await memory({ tags: ['bucher'] });
    await memory({ tags: ['bucher'] });
    const request = scope();
    for (const ids of [[first], [first, second]]) {
      await neighbours.count(
        request,
        ids.flatMap((id) => known.get(id) ?? []),
      );
    }
    expect([...request.counts]).toEqual([['#bucher', 3]]);
  });
});
