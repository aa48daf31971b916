import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser } from '../support/browser/console-browser.js';
import { eventually } from '../support/eventually.js';
import { newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

const MANY = 1_000;
/** Two windows of rows, and those that are drawn beyond it. */
const MAX_ROWS = 60;

describeInBrowser('the memories in the console', () => {
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  const tenantWith = async (count: number): Promise<TestTenant> => {
    const tenant = await newTenant();
    const memories = Array.from({ length: count }, (_, i) => ({
      content: `Memory number ${String(i).padStart(4, '0')}`,
      type: i % 2 === 0 ? 'semantic' : 'task',
      tags: i % 2 === 0 ? ['even', 'number'] : ['odd, so', 'number'],
      importance: i / count,
      metadata: { place: i },
      createdAt: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
    }));
    for (let start = 0; start < count; start += 500) {
      const body = { tenantId: tenant.tenantId, memories: memories.slice(start, start + 500) };
      expect((await tenant.api.post('/api/v1/memories/bulk', body)).status).toBe(200);
    }
    return tenant;
  };

  it('of a tenant with many: scrolling reads on and draws few rows at a time', async () => {
    const tenant = await tenantWith(MANY);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories');
    const { page } = tab;
    await tab.reads('1,000 memories');
    let most = 0;
    await eventually(async () => {
      await page.mouse.wheel(0, 20_000);
      most = Math.max(most, await page.locator('.memory-row').count());
      await page.getByRole('link', { name: 'Memory number 0000' }).waitFor({ timeout: 50 });
    }, 60_000);
    expect(most).toBeGreaterThan(5);
    expect(most).toBeLessThanOrEqual(MAX_ROWS);
    expect(await page.locator('[aria-posinset="1000"]').getAttribute('aria-setsize')).toBe('1000');
    // What says and does something with them does not scroll away.
    expect((await page.getByText('1,000 memories').boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await tab.close();
  });

  it('can be filtered and ordered; the address says how, so that a reload shows the same', async () => {
    const tenant = await tenantWith(20);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories');
    await tab.reads('20 memories');
    await tab.button(/^Filters/).click();
    await tab.page.getByLabel('Type').selectOption('task');
    await tab.reads('10 memories');
    await tab.page.getByRole('combobox', { name: 'Tags' }).fill('odd, so');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByLabel('Created from').fill('2026-01-01');
    await tab.page.getByLabel('Order').selectOption('Most important first');
    await tab.page
      .getByRole('list', { name: 'Memories' })
      .getByRole('listitem')
      .first()
      .getByText('Memory number 0019')
      .waitFor();
    await tab.page.reload();
    await tab.page
      .getByRole('list', { name: 'Memories' })
      .getByRole('listitem')
      .first()
      .getByText('Memory number 0019')
      .waitFor();
    await tab.reads('10 memories');
    expect(await tab.page.getByRole('list', { name: 'Conditions' }).getByRole('listitem').allInnerTexts()).toEqual([
      'Type: task',
      'Tag: odd, so',
      'Created from: Jan 1, 2026',
    ]);
    await tab.button(/^Filters/).click();
    await tab.page.getByLabel('Metadata').fill('place=7');
    await tab.page.keyboard.press('Enter');
    await tab.reads('1 memory');
    await tab.page.getByLabel('Type').selectOption('event');
    await tab.reads('No memory matches these filters');
    await tab.page.getByLabel('Created to').fill('2025-12-31');
    await tab.page.getByRole('alert').getByText('VALIDATION_ERROR').waitFor();
    await tab.close();
  });

  it('can be selected and deleted, after a question and with progress', async () => {
    const tenant = await tenantWith(220);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories?order=createdAt+asc');
    await tab.reads('220 memories');
    await tab.page.getByLabel('Select Memory number 0001').check();
    await tab.page.getByLabel('Select Memory number 0005').click({ modifiers: ['Shift'] });
    await tab.reads('5 selected');
    await tab.page.getByLabel('Select Memory number 0004').uncheck();
    await tab.page.getByLabel('Select Memory number 0002').click({ modifiers: ['Shift'] });
    await tab.reads('2 selected');
    await tab.button('Delete').click();
    const dialog = tab.page.getByRole('dialog', { name: 'Delete 2 memories?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await tab.reads('220 memories');
    await tab.button('Delete').click();
    await dialog.getByRole('button', { name: 'Delete 2 memories' }).click();
    await tab.reads('2 memories deleted.');
    await tab.reads('218 memories');
    const { data } = (await tenant.api.get(`/api/v1/memories/count?tenantId=${tenant.tenantId}`)).body;
    expect(data).toEqual({ count: 218 });
    expect(await tab.page.getByRole('link', { name: 'Memory number 0001' }).count()).toBe(0);
    await tab.page.getByRole('link', { name: 'Memory number 0002' }).waitFor();
    await tab.close();
  });

  it('can be deleted all that match the filters, loaded or not, and no other', async () => {
    const tenant = await tenantWith(620);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories?type=task');
    await tab.reads('310 memories');
    await tab.page.getByLabel(/^Select all \d+ loaded$/).check();
    await tab.button('Select all 310').click();
    await tab.reads('310 selected');
    await tab.button('Delete').click();
    const dialog = tab.page.getByRole('dialog', { name: 'Delete 310 memories?' });
    await dialog.getByText('also those that this page has not loaded').waitFor();
    await dialog.getByText('Type: task').waitFor();
    await dialog.getByRole('button', { name: 'Delete 310 memories' }).click();
    await tab.reads('310 memories deleted.');
    await tab.reads('No memory matches these filters');
    const left = async (type: string): Promise<unknown> =>
      (await tenant.api.get(`/api/v1/memories/count?tenantId=${tenant.tenantId}&type=${type}`)).body.data;
    expect([await left('task'), await left('semantic')]).toEqual([{ count: 0 }, { count: 310 }]);
    await tab.page.getByRole('link', { name: 'Health' }).click();
    await tab.at('Health');
    await tab.page.goBack();
    await tab.reads('No memory matches these filters');
    await tab.close();
  });

  it('of which all are selected: one is taken out again; a deletion that is stopped leaves the others', async () => {
    const tenant = await tenantWith(320);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories');
    await tab.reads('320 memories');
    await tab.page.getByLabel(/^Select all \d+ loaded$/).check();
    await tab.button('Select all 320').click();
    await tab.page.getByLabel('Select Memory number 0318').uncheck();
    await tab.reads(/^\d+9 selected$/);
    await tab.page.getByLabel('Select Memory number 0318').check();
    await tab.button('Select all 320').click();
    let requests = 0;
    await tab.page.route('**/api/v1/memories/delete', async (route) => {
      requests += 1;
      if (requests === 2) await tab.page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
      await route.continue();
    });
    await tab.button('Delete').click();
    await tab.page.getByRole('button', { name: 'Delete 320 memories' }).click();
    await tab.reads('200 memories deleted.');
    await tab.reads('120 memories');
    const { data } = (await tenant.api.get(`/api/v1/memories/count?tenantId=${tenant.tenantId}`)).body;
    expect(data).toEqual({ count: 120 });
    await tab.close();
  });

  it('are read again by Back, changed or not, where the reader was', async () => {
    const tenant = await tenantWith(150);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories');
    const { page } = tab;
    await tab.reads('150 memories');
    const opened = page.getByRole('link', { name: 'Memory number 0050' });
    await eventually(async () => {
      await page.evaluate('scrollBy(0, 600)');
      await opened.waitFor({ timeout: 50 });
    });
    // Not before the rows above have been measured.
    await opened.hover();
    const before = await opened.boundingBox();
    const id = (await opened.getAttribute('href'))?.split('/').at(-1) ?? '';
    await opened.click();
    await tab.at('Memory');
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: 'Memory in other words' });
    await page.goBack();
    const changed = page.getByRole('link', { name: 'Memory in other words' });
    await changed.waitFor();
    expect((await changed.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    // A link begins at the top.
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await tab.at('Search');
    await page.getByRole('link', { name: 'Memories', exact: true }).click();
    await page.getByRole('link', { name: 'Memory number 0149' }).waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await tab.close();
  });

  it('without words can be opened; types and tags lead to all that share them; the order says what is shown', async () => {
    const tenant = await tenantWith(4);
    const blank = { content: ' \n ', type: 'event', tags: ['blanks & more'], tenantId: tenant.tenantId };
    await tenant.api.post('/api/v1/memories', blank);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories?order=updatedAt+desc');
    await tab.page
      .getByText(/^changed /)
      .first()
      .waitFor();
    await tab.page.getByRole('link', { name: 'blanks & more' }).click();
    await tab.reads('1 memory');
    await tab.button('Clear filters').click();
    await tab.reads('5 memories');
    await tab.page.getByRole('link', { name: 'event' }).click();
    await tab.reads('1 memory');
    await tab.page.getByLabel('Select (blank)').waitFor();
    await tab.page.getByRole('link', { name: '(blank)' }).click();
    await tab.at('Memory');
    await tab.close();
  });

  it('of a new tenant: none, and it says how they come', async () => {
    const tenant = await newTenant();
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories');
    await tab.reads('No memories yet');
    await tab.close();
  });

  it('that cannot be read: it says why, and tries again', async () => {
    const tenant = await tenantWith(3);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'search');
    await tab.page.route('**/api/v1/memories?*', (route) => route.abort());
    await tab.page.getByRole('link', { name: 'Memories', exact: true }).click();
    await tab.page.getByRole('alert').getByText('the connection failed').waitFor();
    await tab.page.unroute('**/api/v1/memories?*');
    await tab.button('Try again').click();
    await tab.reads('3 memories');
    await tab.close();
    // What the browser itself says of the connection that was cut.
    browser.misdeeds.errors.splice(0);
  });
});
