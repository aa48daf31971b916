import { newTenant, type TestTenant } from '../../support/service/api.js';

const PATH = '/api/v1/__items__';

describe('__wordsPlural__', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });
  const create = (text: unknown) => tenant.api.post(PATH, { text, tenantId: tenant.tenantId });

  it('are stored and listed, newest first, for their tenant alone', async () => {
    const first = await create('first');
    expect([first.status, first.body.data.text]).toEqual([201, 'first']);
    expect(first.body.data.id).toMatch(/^__prefix___[0-9a-z]{26}$/);
    const second = await create('second');
    const { data } = (await tenant.api.get(`${PATH}?tenantId=${tenant.tenantId}`)).body;
    expect(data.__itemsVar__).toEqual([second.body.data, first.body.data]);
    const other = await newTenant();
    expect((await other.api.get(`${PATH}?tenantId=${other.tenantId}`)).body.data.__itemsVar__).toEqual([]);
  });

  it.each(['', 'x'.repeat(501), 7])('refuse the text %j', async (text) => {
    const { status, body } = await create(text);
    expect([status, body.errors[0]]).toMatchObject([400, { code: 'VALIDATION_ERROR', field: 'text' }]);
  });
});
