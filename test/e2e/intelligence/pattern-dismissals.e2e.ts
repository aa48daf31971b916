import { codeOf, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { importLines } from '../../support/stories/import-lines.js';

const DAY_MS = 86_400_000;
const UNSEEN = 'pat_0000000000000';

interface Pattern {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly dismissed?: true;
  readonly evidenceIds: string[];
  readonly evidence: { readonly memoryId: string; readonly excerpt: string; readonly at: string }[];
}

const route = (id: string): string => `/api/v1/intelligence/patterns/${id}/dismiss`;
const ask = ({ api, tenantId }: TestTenant, more: object = {}): Promise<ApiResponse> =>
  api.post('/api/v1/intelligence/implicit-patterns', { tenantId, ...more });
const dismiss = ({ api, tenantId }: TestTenant, id: string, more: object = {}): Promise<ApiResponse> =>
  api.post(route(id), { tenantId, ...more });
const restore = ({ api, tenantId }: TestTenant, id: string): Promise<ApiResponse> =>
  api.delete(`${route(id)}?tenantId=${tenantId}`);

/** Tea on the Tuesdays of sixteen weeks. */
async function withTea(): Promise<TestTenant> {
  const tenant = await newTenant();
  const start = Date.parse('2026-01-05T09:00:00Z');
  const records = Array.from({ length: 112 }, (_, day) => ({
    content: day % 7 === 1 ? `Cup number ${day},   as strong\nas ever` : `Note number ${day}`,
    type: 'episodic',
    tags: [day % 7 === 1 ? 'tea' : `thing${(day * day) % 11}`],
    createdAt: new Date(start + day * DAY_MS).toISOString(),
  }));
  await importLines(tenant, records.map((record) => JSON.stringify(record)).join('\n'), 112);
  return tenant;
}

const patternsOf = ({ body }: ApiResponse): Pattern[] => body.data.patterns as Pattern[];
const teaOf = (response: ApiResponse): Pattern | undefined =>
  patternsOf(response).find(({ title }) => title.startsWith('tea: Tuesdays'));
const dismissedOf = ({ body }: ApiResponse): unknown[] =>
  (body.data.suppressed as { reason: string }[]).filter(({ reason }) => reason === 'dismissed');

describe('patterns that somebody has seen', () => {
  let tenant: TestTenant;
  let tea: Pattern;
  beforeEach(async () => {
    tenant = await withTea();
    tea = teaOf(await ask(tenant))!;
  });

  it('have a sentence and evidence that an interface can show', () => {
    expect(tea.sentence).toBe("'tea' comes up mostly on Tuesdays.");
    expect(tea.evidence).toHaveLength(5);
    expect(tea.evidence[0]).toEqual({
      memoryId: tea.evidenceIds[0],
      excerpt: 'Cup number 1, as strong as ever',
      at: '2026-01-06T09:00:00.000Z',
    });
  });

  it('are left out once they are dismissed, and come back once they are restored', async () => {
    const before = await ask(tenant);
    const answer = await dismiss(tenant, tea.id, { reason: 'We know' });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { id: tea.id, dismissed: true, dismissedAt: expect.any(String), reason: 'We know' },
    ]);
    const without = await ask(tenant);
    expect([teaOf(without), dismissedOf(without)]).toEqual([undefined, [{ reason: 'dismissed', count: 1 }]]);
    const marked = await ask(tenant, { includeDismissed: true });
    expect([teaOf(marked)?.dismissed, dismissedOf(marked)]).toEqual([true, []]);
    const restored = await restore(tenant, tea.id);
    expect([restored.status, restored.body.data]).toEqual([200, { id: tea.id, dismissed: false }]);
    expect((await ask(tenant)).body.data).toEqual(before.body.data);
  });

  it('stay dismissed as memories come in', async () => {
    await dismiss(tenant, tea.id);
    const later = Date.parse('2026-01-06T09:00:00Z') + 16 * 7 * DAY_MS;
    const more = Array.from({ length: 4 }, (_, week) => ({
      content: 'Another cup',
      type: 'episodic',
      tags: ['tea'],
      createdAt: new Date(later + week * 7 * DAY_MS).toISOString(),
    }));
    await importLines(tenant, more.map((record) => JSON.stringify(record)).join('\n'), 4);
    expect(teaOf(await ask(tenant))).toBeUndefined();
    expect(teaOf(await ask(tenant, { includeDismissed: true }))?.id).toBe(tea.id);
  });

  it('are dismissed once, however often that is said; the last reason is kept', async () => {
    const [first, again, other] = [
      await dismiss(tenant, tea.id, { reason: 'We know' }),
      await dismiss(tenant, tea.id),
      await dismiss(tenant, tea.id, { reason: 'Not true any more' }),
    ];
    expect(again.body.data).toEqual(first.body.data);
    expect(other.body.data).toEqual({ ...first.body.data, reason: 'Not true any more' });
    expect([(await restore(tenant, tea.id)).status, (await restore(tenant, tea.id)).status]).toEqual([200, 200]);
  });

  it('need not be found at the moment, but have the form of an identifier', async () => {
    expect((await dismiss(tenant, UNSEEN)).status).toBe(200);
    for (const id of ['pat_', 'pat_000000000000I', 'mem_01h455vb4pex5vsknk084sn02q', `${UNSEEN}0`]) {
      expect([id, codeOf(await dismiss(tenant, id)), codeOf(await restore(tenant, id))]).toEqual([
        id,
        'RESOURCE_NOT_FOUND',
        'RESOURCE_NOT_FOUND',
      ]);
    }
  });

  it('are another tenant’s own affair', async () => {
    const other = await withTea();
    await dismiss(tenant, tea.id);
    expect(teaOf(await ask(other))?.id).toBe(tea.id);
    await restore(other, tea.id);
    expect(teaOf(await ask(tenant))).toBeUndefined();
  });

  it('are dismissed with a scope that reading does not give', async () => {
    const reader = { ...tenant, api: await newKey(tenant, ['read:intelligence', 'write:memories']) };
    expect(codeOf(await dismiss(reader, tea.id))).toBe('INSUFFICIENT_SCOPE');
    expect(codeOf(await restore(reader, tea.id))).toBe('INSUFFICIENT_SCOPE');
    const writer = { ...tenant, api: await newKey(tenant, ['write:intelligence']) };
    expect((await dismiss(writer, tea.id)).status).toBe(200);
    expect(codeOf(await ask(writer))).toBe('INSUFFICIENT_SCOPE');
  });

  it.each([
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ reason: 7 }, 'reason'],
    [{ why: 'x' }, 'why'],
  ])('are not dismissed with %j', async (more, field) => {
    const { status, body } = await dismiss(tenant, tea.id, more);
    expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });
});
