import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser } from '../support/browser/console-browser.js';
import { newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

describeInBrowser('searching in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
    tenant = await newTenant();
    const memories = [
      {
        content: 'We chose the harbour office because the rent is fair',
        type: 'decision',
        createdAt: '2026-03-10T09:00:00Z',
      },
      { content: 'The ferry leaves at seven', type: 'semantic', tags: ['ferry', 'jetty'] },
      { content: 'Anna repaired the lighthouse lamp', type: 'episodic' },
    ];
    await tenant.api.post('/api/v1/memories/bulk', { tenantId: tenant.tenantId, memories });
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  it('finds, highlights the words, and says why: both channels, the score, and the date read from the query', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '');
    await tab.at('Search');
    await tab.page.getByRole('searchbox').fill('why the harbour office in March 2026');
    await tab.page.keyboard.press('Enter');
    const result = tab.page.getByRole('article').filter({ hasText: 'harbour' });
    await result.waitFor();
    expect(await result.locator('mark').allInnerTexts()).toEqual(['harbour', 'office']);
    expect(await tab.page.getByLabel('How the query was read').innerText()).toContain(
      '“in March 2026” is Mar 1, 2026 to Mar 31, 2026',
    );
    await result.getByText(/^Why:/).click();
    const why = result.locator('details');
    for (const fact of ['Meaning', 'Words', 'Score', 'Matched words', 'Matched dates']) {
      await why.getByText(fact, { exact: true }).waitFor();
    }
    expect(await why.getByLabel('Similarity of meaning').getAttribute('value')).toMatch(/^0\.\d+$/);
    expect(tab.page.url()).toContain('q=why+the+harbour+office');
    await result.getByRole('link', { name: /^Open/ }).click();
    await tab.at('Memory');
    await tab.page.goBack();
    await result.waitFor();
    await tab.close();
  });

  it('searches within filters, and says where nothing is left', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'search?q=lamp');
    await tab.page.getByRole('article').first().waitFor();
    await tab.button(/^Filters/).click();
    await tab.page.getByLabel('Type').selectOption('semantic');
    await tab.page.getByRole('article').filter({ hasText: 'lighthouse' }).waitFor({ state: 'detached' });
    await tab.page.getByRole('combobox', { name: 'Tags' }).fill('nowhere');
    await tab.page.keyboard.press('Enter');
    await tab.reads('Nothing was found');
    await tab.button('Clear filters').click();
    await tab.page.getByRole('article').filter({ hasText: 'lighthouse' }).waitFor();
    await tab.close();
  });

  it('keeps each question as a step that Back takes back, and Escape asks nothing any more', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'search?type=semantic');
    const box = tab.page.getByRole('searchbox');
    const showsFirst = async (words: string, text: string): Promise<void> => {
      await tab.page.locator('.results > li:first-child').filter({ hasText: text }).waitFor();
      expect(await box.inputValue()).toBe(words);
    };
    await box.fill('ferry');
    await box.press('Enter');
    await showsFirst('ferry', 'The ferry leaves');
    await tab.button('Remove Type: semantic').click();
    await box.fill('lighthouse');
    await box.press('Enter');
    await showsFirst('lighthouse', 'lighthouse lamp');
    await box.press('Escape');
    await tab.reads('Ask as you would ask a person');
    expect([await box.inputValue(), new URL(tab.page.url()).search]).toEqual(['', '']);
    await tab.page.goBack();
    await showsFirst('lighthouse', 'lighthouse lamp');
    await tab.page.goBack();
    await showsFirst('ferry', 'The ferry leaves');
    await tab.close();
  });

  it('says how relevant each result is, which probably are not, and which words are only tags', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'search?q=ferry');
    const first = tab.page.getByRole('article').first();
    await first.getByText('relevance', { exact: true }).waitFor();
    const rows = await tab.page.locator('.results > li').allInnerTexts();
    const isBelow = (row: string): boolean => Number(/(\d+)%/.exec(row)?.[1]) < 5;
    expect(rows.some(isBelow)).toBe(true);
    expect(rows.findIndex((row) => row.startsWith('Probably not relevant'))).toBe(rows.findIndex(isBelow));
    await tab.open('search?q=jetty');
    await tab.reads(/is tagged "jetty"/);
    await tab.close();
  });

  it('keeps what is no condition on the metadata in its field, and says what one is', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'search?q=ferry');
    await tab.button(/^Filters/).click();
    const field = tab.page.getByRole('combobox', { name: 'Metadata' });
    await field.fill('nonsense');
    await field.press('Enter');
    await tab.page.getByRole('alert').getByText('key=value').waitFor();
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['nonsense', 'true']);
    await field.fill('place=1');
    await field.press('Enter');
    await tab.page.getByRole('alert').waitFor({ state: 'detached' });
    await tab.button('Remove condition place=1').waitFor();
    await tab.close();
  });

  it('is reached by / from every page, and by the keyboard alone', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories');
    await tab.at('Memories');
    await tab.page.keyboard.press('/');
    await tab.at('Search');
    await tab.page.locator('#search-query:focus').waitFor();
    await tab.page.keyboard.type('/ferry/');
    expect(await tab.page.getByRole('searchbox').inputValue()).toBe('ferry/');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('article').filter({ hasText: 'ferry' }).waitFor();
    await tab.close();
  });

  it('moves the focus to the title of a page that a link leads to, and has a way past the navigation', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'search?q=ferry');
    await tab.page.getByRole('article').first().waitFor();
    await tab.page.getByRole('link', { name: 'Memories', exact: true }).click();
    await tab.page.locator('h1:focus').waitFor();
    expect(await tab.page.title()).toBe('Memories · Mneme console');
    await tab.page.reload();
    await tab.at('Memories');
    await tab.page.keyboard.press('Tab');
    await tab.page.keyboard.press('Enter');
    await tab.page.locator('main:focus').waitFor();
    await tab.close();
  });
});
