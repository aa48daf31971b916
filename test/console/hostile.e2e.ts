import type { Locator } from 'playwright-core';
import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser } from '../support/browser/console-browser.js';
import { newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

const PHONE = { viewport: { width: 360, height: 740 } };
const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>';
/** Reads "user.exe" backwards where the override works. */
const OVERRIDE = 'The file is called \u202Eexe.resu\u202C';
const HEBREW = 'שלום (world)!';
const ENDLESS = 'x'.repeat(10_000);

describeInBrowser('a hostile memory in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
    tenant = await newTenant();
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  const store = async (content: string): Promise<string> => {
    const hostile = { tags: [MARKUP.slice(0, 60), OVERRIDE], metadata: { [MARKUP]: OVERRIDE, long: ENDLESS } };
    const body = { tenantId: tenant.tenantId, content, type: 'semantic', ...hostile };
    return (await tenant.api.post('/api/v1/memories', body)).body.data.id;
  };

  it.each([
    ['markup', MARKUP, MARKUP],
    ['an override of the direction', OVERRIDE, 'The file is called U+202Eexe.resuU+202C'],
    ['another direction', HEBREW, HEBREW],
    ['10,000 characters without a blank', ENDLESS, ENDLESS],
  ])('with %s is shown as text: in the list, on its page and in a search', async (_, content, shown) => {
    const id = await store(content);
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories', PHONE);
    const beginning = shown.slice(0, 60);
    const isText = async (place: Locator): Promise<void> => {
      await place.first().waitFor();
      expect((await place.first().innerText()).replaceAll('\n', '').startsWith(beginning)).toBe(true);
      expect(await place.first().locator('img, script, b').count()).toBe(0);
      expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      const isolation = 'getComputedStyle(document.querySelector(".text")).unicodeBidi';
      expect(await tab.page.evaluate(isolation)).toBe('isolate');
    };
    await isText(tab.page.locator('.memory-row-text'));
    await tab.open(`memories/${id}`);
    await isText(tab.page.locator('.memory-content .text'));
    if (content === ENDLESS) {
      await tab.page.locator('.memory-content').getByRole('button', { name: 'Show all' }).click();
      await isText(tab.page.locator('.memory-content .text'));
      expect((await tab.page.locator('.memory-content .text').innerText()).length).toBe(10_000);
    }
    await tab.open(`search?q=${encodeURIComponent(content.slice(0, 100))}`);
    await isText(tab.page.locator('.result-text .text').filter({ hasText: beginning }));
    expect(await tab.page.title()).toBe('Search · Mneme console');
    await tab.close();
  });
});
