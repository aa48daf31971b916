import { type MemoryRecord, recordsFrom } from '@mneme/client/import';
import { piecesOf } from '../../support/dumps/archives.js';
import { goldenDump } from '../../support/dumps/golden-dumps.js';

async function imported(dump: unknown, userId?: string): Promise<MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  const bytes = dump instanceof Uint8Array ? dump : Buffer.from(JSON.stringify(dump));
  for await (const record of recordsFrom(piecesOf(bytes), { userId })) records.push(record);
  return records;
}

const idsOf = (records: readonly MemoryRecord[]): unknown[] => records.map(({ externalId }) => externalId);
const sessionsOf = (records: readonly MemoryRecord[]): unknown[] => [
  ...new Set(records.map(({ metadata }) => metadata?.['sessionId']).filter((each) => each !== undefined)),
];

/** Ids of the second that the first has as well. */
function common(first: readonly MemoryRecord[], second: readonly MemoryRecord[]): unknown[] {
  const ids = new Set(idsOf(first));
  return idsOf(second).filter((id) => ids.has(id));
}

interface AgentOf {
  readonly human: string;
  readonly id?: string;
  readonly at?: string;
}

const agentFile = (...agents: AgentOf[]): object => ({
  agents: agents.map(({ id, at }, i) => ({
    name: 'helper',
    id: id ?? `agent-${i}`,
    block_ids: [`block-${i}`],
    messages: at === undefined ? [] : [{ role: 'user', content: 'Hello', created_at: at }],
  })),
  blocks: agents.map(({ human }, i) => ({ id: `block-${i}`, label: 'human', value: human })),
});
const oldFile = ({ human, at }: AgentOf): object => ({
  name: 'helper',
  core_memory: [{ label: 'human', value: human }],
  messages: [],
  created_at: at,
});

describe('agents of Letta with the same name', () => {
  it.each<[string, object, object]>([
    [
      'made at other times',
      agentFile({ human: 'Anna', at: '2025-01-01T00:00:00Z' }),
      agentFile({ human: 'Ben', at: '2025-01-02T00:00:00Z' }),
    ],
    [
      'with ids of their own',
      agentFile({ human: 'Anna', id: 'agent-b1f' }),
      agentFile({ human: 'Ben', id: 'agent-c2e' }),
    ],
    ['of which nothing else is known', agentFile({ human: 'Anna' }), agentFile({ human: 'Ben' })],
    [
      'of the first kind of file',
      oldFile({ human: 'Anna', at: '2025-01-01T00:00:00Z' }),
      oldFile({ human: 'Ben', at: '2025-01-02T00:00:00Z' }),
    ],
    ['of the first kind of file, without a time', oldFile({ human: 'Anna' }), oldFile({ human: 'Ben' })],
  ])('%s lose nothing', async (_, first, second) => {
    const [one, other] = [await imported(first), await imported(second)];
    expect(common(one, other)).toEqual([]);
    expect(sessionsOf(one).filter((session) => sessionsOf(other).includes(session))).toEqual([]);
    expect(idsOf(await imported(first))).toEqual(idsOf(one));
  });

  it('are distinguished in one file', async () => {
    const at = '2025-01-01T00:00:00Z';
    const records = await imported(agentFile({ human: 'Anna', at }, { human: 'Ben', at }));
    expect(new Set(idsOf(records)).size).toBe(4);
    expect(sessionsOf(records)).toHaveLength(2);
  });

  it('have the same ids after a change of a block', async () => {
    const at = '2025-01-01T00:00:00Z';
    const before = await imported(agentFile({ human: 'Anna', at }));
    expect(idsOf(await imported(agentFile({ human: 'Anna, who sails', at })))).toEqual(idsOf(before));
  });

  it('keep blocks apart that no agent has', async () => {
    const blocks = ['one', 'two'].map((value, i) => ({ id: `block-${i}`, label: 'notes', value }));
    expect(new Set(idsOf(await imported({ agents: [], blocks }))).size).toBe(2);
  });
});

describe('another user', () => {
  it.each(['letta', 'letta-old', 'doobidoo', 'hindsight', 'mcp-memory', 'chatgpt-saved'])(
    'has memories of the dump %s as well: what names them is no id of them alone',
    async (name) => {
      const { bytes } = goldenDump(name);
      const anna = await imported(bytes, 'anna');
      expect(common(anna, await imported(bytes, 'ben'))).toEqual([]);
      expect(common(anna, await imported(bytes))).toEqual([]);
      expect(idsOf(await imported(bytes, 'anna'))).toEqual(idsOf(anna));
    },
  );

  it('is followed by the links between memories', async () => {
    const records = await imported(goldenDump('hindsight').bytes, 'anna/b');
    const causes = records.flatMap(({ metadata }) => (metadata?.['causedBy'] ?? []) as unknown[]);
    expect(causes.length).toBeGreaterThan(0);
    expect(idsOf(records)).toEqual(expect.arrayContaining(causes));
    expect(causes[0]).toMatch(/^hindsight:anna%2Fb\//);
  });
});

describe('what has no id', () => {
  it('is distinguished by its content', async () => {
    const items = ['one', 'two'].map((content) => ({ namespace: ['a'], value: { content } }));
    const keyless = await imported([{ namespace: ['a'], key: 'k', value: { content: 'zero' } }, ...items]);
    const messages = ['one', 'two'].map((extracted_content) => ({ attachments: [{ extracted_content }] }));
    const attachments = await imported([{ chat_messages: messages }]);
    for (const records of [keyless, attachments]) expect(new Set(idsOf(records)).size).toBe(records.length);
  });
});
