import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Route } from 'playwright-core';
import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { eventually } from '../support/eventually.js';
import { newKey, newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

const HOSTILE = '<script>document.title=1</script><b>bold</b> \u202Egnp.exe';
/** A batch that the client sends, and more. */
const MANY = 2_500;

const file = (name: string, content: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

/** A conversation as ChatGPT exports it, with an answer that was generated again. */
function conversation(): string {
  const message = (id: string, role: string, text: string, parent: string | null, children: string[]): object => ({
    id,
    parent,
    children,
    message: { id, author: { role }, create_time: 1_750_000_000, content: { content_type: 'text', parts: [text] } },
  });
  const mapping = {
    q1: message('q1', 'user', `Which varnish lasts longest? ${HOSTILE}`, null, ['a1', 'a2']),
    a1: message('a1', 'assistant', 'None that I know of.', 'q1', []),
    a2: message('a2', 'assistant', 'Spar varnish, with a new coat each spring.', 'q1', []),
  };
  return JSON.stringify([{ id: 'c1', title: 'Varnish', create_time: 1_750_000_000, current_node: 'a2', mapping }]);
}

const lines = (count: number, more: object = {}): string =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ content: `Record number ${i}`, type: 'semantic', externalId: `record-${i}`, ...more }),
  ).join('\n');

describeInBrowser('importing in the console', () => {
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

  const opened = async (): Promise<ConsoleTab> => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'import');
    await tab.at('Import');
    return tab;
  };
  const chooser = (tab: ConsoleTab): Locator => tab.page.getByLabel('Choose files');
  const stored = async (): Promise<number> =>
    (await tenant.api.get(`/api/v1/memories/count?tenantId=${tenant.tenantId}`)).body.data.count;
  const counts = async (tab: ConsoleTab): Promise<string[]> =>
    (await tab.page.locator('.import-counts > div').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

  it('shows what is in the files, imports them, and says which record failed and why', async () => {
    const tab = await opened();
    const records = [
      { content: 'The ferry leaves at seven', type: 'semantic', externalId: 'ferry' },
      { content: `Too important ${HOSTILE}`, type: 'semantic', externalId: 'wrong', importance: 7 },
      { content: 'x'.repeat(10_050), type: 'semantic' },
      { content: 'On no day', type: 'semantic', createdAt: '2026-02-31' },
      { content: 'On no other day', type: 'semantic', createdAt: '2026-02-30' },
    ];
    await chooser(tab).setInputFiles([
      file('conversations.json', conversation()),
      file('records.ndjson', records.map((record) => JSON.stringify(record)).join('\n')),
      file('holiday.csv', 'place;days'),
      file('nothing.ndjson', ''),
    ]);
    const chats = tab.page.getByRole('region', { name: 'conversations.json' });
    await chats.getByText('ChatGPT').waitFor();
    await chats.getByText('2 records').waitFor();
    await chats.getByText('1 × a message of a discarded branch').waitFor();
    await chats.getByText('The records').click();
    await chats.getByText('<b>bold</b>').waitFor();
    await chats.getByText('U+202E').waitFor();
    expect(await chats.locator('b, script').count()).toBe(0);
    await tab.page
      .getByRole('region', { name: 'holiday.csv' })
      .getByText(/unknown format/)
      .waitFor();
    await tab.page.getByRole('region', { name: 'nothing.ndjson' }).getByText('The file is empty.').waitFor();
    const lists = tab.page.getByRole('region', { name: 'records.ndjson' });
    await lists.getByText('1 × more than 10,000 characters (line 3)').waitFor();
    await lists.getByText('2 × an invalid date in createdAt (lines 4, 5)').waitFor();
    expect(await stored()).toBe(0);
    await tab.button('Import 4 records').click();
    await tab.page.getByRole('heading', { name: 'Import finished' }).waitFor();
    expect(await counts(tab)).toEqual(['Stored 3', 'Replaced 0', 'Already there 0', 'Failed 1']);
    const failures = tab.page.getByRole('region', { name: 'Failures' });
    await failures.getByText('Record 2 of records.ndjson').waitFor();
    await failures.getByText('importance must be a number from 0 to 1').waitFor();
    await failures.getByText('<b>bold</b>').waitFor();
    expect(await stored()).toBe(3);
    await tab.page.getByRole('link', { name: 'See the memories' }).click();
    await tab.reads('3 memories');
    await tab.close();
  });

  it('does with what is already there what the reader wants', async () => {
    const tab = await opened();
    const run = async (content: string, choice: string): Promise<string[]> => {
      const record = { content, type: 'semantic', externalId: 'ferry' };
      await chooser(tab).setInputFiles([file('one.ndjson', JSON.stringify(record))]);
      await tab.page.getByRole('radio', { name: choice }).check();
      await tab.button('Import 1 record').click();
      await tab.page.getByRole('heading', { name: 'Import finished' }).waitFor();
      const result = await counts(tab);
      await tab.button('Import other files').click();
      return result;
    };
    expect(await run('At seven', 'Leave the memory as it is')).toContain('Stored 1');
    expect(await run('At eight', 'Leave the memory as it is')).toContain('Already there 1');
    expect(await run('At nine', 'Replace the memory')).toContain('Replaced 1');
    expect(await run('At ten', 'Report a failure')).toContain('Failed 1');
    const { memories } = (await tenant.api.get(`/api/v1/memories?tenantId=${tenant.tenantId}`)).body.data;
    expect(memories.map(({ content }: { content: string }) => content)).toEqual(['At nine']);
    await tab.close();
  });

  it('reads large files beside the page and sends them batch by batch, shows progress, and stops where it is canceled', async () => {
    const tab = await opened();
    const { page } = tab;
    let readers = 0;
    page.on('worker', () => readers++);
    const requests: Route[] = [];
    let largest = 0;
    await page.route('**/api/v1/memories/import?*', async (route) => {
      largest = Math.max(largest, route.request().postDataBuffer()?.length ?? 0);
      requests.push(route);
    });
    const answered = async (number: number): Promise<void> => {
      await eventually(async () => expect(requests).toHaveLength(number));
      await requests.at(-1)?.continue();
    };
    // From the disk: playwright would build a buffer's file in the page itself, which takes long.
    const folder = await mkdtemp(join(tmpdir(), 'console-import-'));
    const many = join(folder, 'many.ndjson');
    await writeFile(many, lines(MANY, { metadata: { filler: 'x'.repeat(5_000) } }));
    await chooser(tab).setInputFiles(many);
    await tab.button('Import 2,500 records').click();
    await tab.reads('Importing 2,500 records: sending the first batch…');
    expect(await page.locator('progress:indeterminate').count()).toBe(1);
    await answered(1);
    await tab.reads(/Importing: [1-9]\d* of 2,500 records/);
    expect(Number(await page.getByLabel('Records sent').getAttribute('value'))).toBeGreaterThan(0);
    page.once('dialog', (dialog) => dialog.dismiss());
    await page.getByRole('link', { name: 'Health' }).click();
    await tab.at('Import');
    await tab.button('Cancel').click();
    await tab.reads('Canceling: waiting for the batch under way…');
    await answered(2);
    await page.getByRole('heading', { name: 'Import canceled' }).waitFor();
    const before = await stored();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(MANY);
    expect(await counts(tab)).toContain(`Stored ${before}`);
    expect(largest).toBeLessThan(1.2e6);
    expect(readers).toBeGreaterThan(0);
    await rm(folder, { recursive: true });
    // A batch without a response is waited for only as long as the reader wants.
    await tab.button('Import other files').click();
    await chooser(tab).setInputFiles([file('rest.ndjson', lines(MANY))]);
    await tab.button('Import 2,500 records').click();
    await eventually(async () => expect(requests).toHaveLength(3));
    await tab.button('Cancel').click();
    await tab.button('Stop waiting').click();
    await tab.reads('0 of 2,500 records were processed. The last batch may be stored as well.');
    expect(requests).toHaveLength(3);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await tab.button('Import other files').click();
    await chooser(tab).setInputFiles([file('rest.ndjson', lines(MANY))]);
    await tab.button('Import 2,500 records').click();
    await page.getByRole('heading', { name: 'Import finished' }).waitFor();
    expect(await counts(tab)).toContain(`Already there ${before}`);
    expect(await stored()).toBe(MANY);
    await tab.close();
  });

  it('lists failures page by page', async () => {
    const tab = await opened();
    await chooser(tab).setInputFiles([file('wrong.ndjson', lines(45, { importance: 7 }))]);
    await tab.button('Import 45 records').click();
    const failures = tab.page.getByRole('region', { name: 'Failures' });
    await failures.getByText('Record 20', { exact: true }).waitFor();
    expect(await failures.getByRole('listitem').count()).toBe(20);
    await failures.getByRole('button', { name: 'Next' }).click();
    await failures.getByRole('button', { name: 'Next' }).click();
    await failures.getByText('Record 45', { exact: true }).waitFor();
    expect(await failures.getByRole('listitem').count()).toBe(5);
    await tab.close();
  });

  it('reads files that are dropped', async () => {
    const tab = await opened();
    const data = await tab.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['{"content":"Dropped","type":"semantic"}'], 'dropped.ndjson'));
      return transfer;
    })()`);
    await tab.page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: data });
    await tab.page.getByRole('region', { name: 'dropped.ndjson' }).getByText('1 record').waitFor();
    await tab.close();
  });

  it('is not offered to a key that may not write', async () => {
    const reader = await newKey(tenant, ['read:memories']);
    const tab = await browser.signedIn(reader.token ?? '', 'import');
    await tab.at('Not permitted');
    await tab.close();
  });
});
