import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser } from '../support/browser/console-browser.js';
import { eventually } from '../support/eventually.js';
import { newKey, newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

describeInBrowser('the usage in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
  });
  beforeEach(async () => {
    tenant = await newTenant();
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  it('is what was just used: memories, bytes and calls, against the plan', async () => {
    const memory = { tenantId: tenant.tenantId, type: 'semantic', content: 'x'.repeat(2_000) };
    await tenant.api.post('/api/v1/memories', memory);
    await tenant.api.post('/api/v1/memories', { ...memory, content: 'y'.repeat(2_000) });
    const tab = await browser.signedIn(tenant.api.token ?? '', 'usage');
    const quota = (title: string) =>
      tab.page.getByRole('list', { name: 'Usage of the plan' }).getByRole('listitem').filter({ hasText: title });
    await quota('Memories').getByText('2', { exact: true }).waitFor();
    await quota('Memories').getByText('less than 1% of 100,000,000').waitFor();
    await quota('Storage').getByText('3.9 KiB').waitFor();
    expect(await quota('Memories').getByRole('meter').getAttribute('value')).toBe(String(2 / 100_000_000));
    await tenant.api.post('/api/v1/memories', { ...memory, content: 'third' });
    await tab.button('Refresh').click();
    await quota('Memories').getByText('3', { exact: true }).waitFor();
    // Those three, and whatever the page itself has asked for.
    await eventually(async () => {
      await tab.button('Refresh').click();
      const calls = Number(await quota('Calls this month').locator('.quota-used').innerText());
      expect(calls).toBeGreaterThanOrEqual(5);
    });
    await tab.close();
  });

  it('of a key is drawn day by day, and there as a table', async () => {
    const key = await newKey(tenant, ['read:memories'], { name: 'busy' });
    for (let i = 0; i < 4; i++) await key.get(`/api/v1/memories?tenantId=${tenant.tenantId}`);
    await key.get('/api/v1/memories/mem_nothing');
    const tab = await browser.signedIn(tenant.api.token ?? '', 'usage');
    await eventually(async () => {
      await tab.page.reload();
      await tab.page.getByText('5 requests with this key in 30 days, 1 error').waitFor({ timeout: 2_000 });
    });
    await tab.page.locator('.uplot canvas').waitFor();
    const bars = tab.page.getByRole('img', {
      name: /^Bars of the requests of 30 days\. The busiest day: .*: 5 requests/,
    });
    await bars.waitFor();
    await tab.page.getByText('As a table').click();
    const rows = tab.page.getByRole('region', { name: 'Requests by day' }).locator('tbody tr');
    expect(await rows.count()).toBe(30);
    expect(await rows.first().locator('td').allInnerTexts()).toEqual(['5', '1']);
    await tab.button('90 days').click();
    await tab.reads('5 requests with this key in 90 days');
    await tab.close();
  });

  it('is said to be used up, or nearly, and to have no limit where the plan has none', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'health');
    const data = {
      apiCalls: { today: 3, thisMonth: 900, limit: 1_000 },
      memories: { count: 10_000, limit: 10_000 },
      storage: { used: 5_000, limit: Number.MAX_SAFE_INTEGER },
    };
    const metadata = { request_id: 'req_1', timestamp: new Date().toISOString(), version: 'v1' };
    await tab.page.route('**/usage/metrics/**', (route) => route.fulfill({ json: { success: true, data, metadata } }));
    await tab.page.getByRole('link', { name: 'Usage' }).click();
    const quotas = tab.page.getByRole('list', { name: 'Usage of the plan' }).getByRole('listitem');
    await quotas.first().waitFor();
    const [calls = '', memories = '', storage = ''] = await quotas.allInnerTexts();
    expect(calls).toMatch(/90% of 1,000\s+nearly used up/);
    expect(memories).toMatch(/100% of 10,000\s+used up/);
    expect(storage).toContain('no limit that matters in practice');
    expect(await quotas.getByRole('meter').count()).toBe(2);
    await tab.close();
  });

  it('is drawn in the colours of the theme', async () => {
    await newKey(tenant, ['read:memories']);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'usage', { colorScheme: 'light' });
    await tab.page.locator('.uplot canvas').waitFor();
    const picture = () => tab.page.evaluate<string>('document.querySelector(".uplot canvas").toDataURL()');
    // The first drawing comes with the next frame.
    await tab.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const light = await picture();
    await tab.page.emulateMedia({ colorScheme: 'dark' });
    await eventually(async () => expect(await picture()).not.toBe(light));
    const dark = await picture();
    await tab.button('System theme').click();
    await tab.button('Light theme').waitFor();
    await eventually(async () => expect(await picture()).toBe(light));
    expect(dark).not.toBe(light);
    await tab.close();
  });

  it('by day is not offered to a key that may not read keys', async () => {
    const key = await newKey(tenant, ['read:usage']);
    const tab = await browser.signedIn(key.token ?? '');
    await tab.at('Usage');
    await tab.reads('sign in with a key that has');
    expect(await tab.page.getByLabel('Key', { exact: true }).count()).toBe(0);
    await tab.close();
  });
});
