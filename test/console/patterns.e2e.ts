import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { eventually } from '../support/eventually.js';
import { newKey, newTenant, sharedServer, type TestTenant } from '../support/service/api.js';
import { importLines } from '../support/stories/import-lines.js';

const DAY_MS = 86_400_000;
const DAYS = 182;
const HOSTILE = '<img src=x onerror="document.title=1">';

describeInBrowser('patterns in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
  });
  beforeEach(async () => {
    tenant = await newTenant();
    // Tea on the Tuesdays of twenty-six weeks, at nine in UTC.
    const start = Date.parse('2026-01-05T09:00:00Z');
    const records = Array.from({ length: DAYS }, (_, day) => ({
      content: day % 7 === 1 ? `Cup number ${day} ${HOSTILE}` : `Note number ${day}`,
      type: 'episodic',
      tags: [day % 7 === 1 ? 'tea' : `thing${(day * day) % 11}`],
      createdAt: new Date(start + day * DAY_MS).toISOString(),
    }));
    await importLines(tenant, records.map((record) => JSON.stringify(record)).join('\n'), DAYS);
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  const shown = async (path = 'patterns?tz=UTC', token = tenant.api.token): Promise<ConsoleTab> =>
    browser.signedIn(token ?? '', path);
  const TEA = /^tea: Tuesdays/;

  it('show a weekly habit as a heat map, with the same in words and numbers, and its evidence', async () => {
    const tab = await shown();
    const tea = tab.page.getByRole('article', { name: TEA });
    const map = tea.getByRole('img', { name: /Most: Tuesday 09:00 \(26\)\.$/ });
    await map.waitFor();
    expect(await map.locator('rect').count()).toBe(168);
    const lit = await map.locator('rect:not(.heat-0)').all();
    expect(await Promise.all(lit.map((cell) => cell.getAttribute('class')))).toEqual(['heat heat-5']);
    await tea.getByText('Numbers of the picture').click();
    expect(await tea.getByRole('row').allInnerTexts()).toEqual(['Hour\tDays', 'Tuesday 09:00\t26']);
    await tea.getByText(/^Evidence/).click();
    await tea.getByText(`Cup number 1 ${HOSTILE}`).first().waitFor();
    await tea.getByText(/^More that agree/).click();
    const [, listed] = /\((\d+) of 26 memories\)/.exec(await tea.getByText(/^Evidence/).innerText()) ?? [];
    const texts = tea.getByRole('link', { name: /^Cup number/ });
    await eventually(async () => expect(await texts.count()).toBe(Number(listed)));
    expect(await tea.locator('img').count()).toBe(0);
    await tea.getByText('Statistics').click();
    await tea.getByText('Expected by chance').waitFor();
    await texts.first().click();
    await tab.at('Memory');
    await tab.close();
  });

  it('count hours in the zone of the reader, or in another', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'patterns', { timezoneId: 'Asia/Tokyo' });
    const tea = tab.page.getByRole('article', { name: TEA });
    await tea.getByRole('img', { name: /Tuesday 18:00 \(26\)/ }).waitFor();
    await tab.button('Analysis').click();
    const zone = tab.page.getByLabel('Time zone');
    expect(await zone.inputValue()).toBe('Asia/Tokyo');
    await zone.fill('America/New_York');
    await zone.blur();
    await tea.getByRole('img', { name: /Tuesday 04:00/ }).waitFor();
    expect(tab.page.url()).toContain('tz=America%2FNew_York');
    await tab.page.getByLabel('Separate episodes').fill('27');
    await tab.page.getByLabel('Separate episodes').blur();
    await tea.waitFor({ state: 'detached' });
    await zone.fill('Nowhere/Land');
    await zone.blur();
    await tab.page.getByRole('alert').getByText('VALIDATION_ERROR').waitFor();
    await tab.reads('Hours in America/New_York');
    await tab.close();
  });

  it('are narrowed down by a word, which stays in the address; what was left out is said in words', async () => {
    const tab = await shown('patterns?tz=UTC&word=coffee');
    await tab.reads('No pattern of this kind, or with this word');
    await tab.page.getByRole('searchbox', { name: 'Contains word' }).fill('TUESday');
    await tab.page.getByRole('article', { name: TEA }).waitFor();
    expect(tab.page.url()).toContain('word=TUESday');
    await tab.page.getByText('What was not tested, or left out').click();
    await tab.reads('although “Separate episodes” is 3');
    await tab.reads(/^[\d,]+ left out: [^_]+\.$/);
    await tab.close();
  });

  it('can be dismissed, and the dismissal undone, at once and later', async () => {
    const tab = await shown();
    const tea = tab.page.getByRole('article', { name: TEA });
    await tea.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = tab.page.getByRole('dialog', { name: 'Dismiss this pattern?' });
    await dialog.getByLabel('Reason (optional)').fill('We know');
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await tea.getByText(/^Dismissed: no longer shown/).waitFor();
    await tab.page.reload();
    await tab.reads(/patterns? in 182 memories/);
    expect(await tea.count()).toBe(0);
    await tab.button('Analysis').click();
    await tab.page.getByLabel('Show dismissed patterns').check();
    await tea.getByRole('button', { name: 'Undo' }).click();
    await tea.getByRole('button', { name: 'Dismiss' }).waitFor();
    await tab.page.getByLabel('Show dismissed patterns').uncheck();
    await tea.getByRole('button', { name: 'Dismiss' }).waitFor();
    await tab.close();
  });

  it('cannot be dismissed by a key that may only read them, and link to no memory that it may not read', async () => {
    const reader = await newKey(tenant, ['read:intelligence']);
    const tab = await shown('patterns?tz=UTC', reader.token);
    const tea = tab.page.getByRole('article', { name: TEA });
    await tea.getByText(/^Evidence/).click();
    await tea.getByText('Cup number 1 ').first().waitFor();
    expect(await tea.getByRole('link').count()).toBe(0);
    expect(await tea.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
    await tab.close();
  });

  it('are none in a tenant without any, and it says what they need', async () => {
    const empty = await newTenant();
    const tab = await shown('patterns', empty.api.token);
    await tab.reads('No pattern has been found');
    await tab.close();
  });
});
