import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeInBrowser } from '../../support/browser/describe-in-browser.js';
import { ReferenceBrowser, type ReferencePage } from '../../support/browser/reference-browser.js';
import { ExampleDocument } from '../../support/documents/example-document.js';
import { eventually } from '../../support/eventually.js';
import { MnemeProcess } from '../../support/service/mneme-process.js';
import { ServerProcess } from '../../support/service/server-process.js';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

describeInBrowser('the API reference in a browser', () => {
  let dataDir: string;
  let service: MnemeProcess;
  let browser: ReferenceBrowser;
  let document: ExampleDocument;
  let reference: ReferencePage;
  let key: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-reference-'));
    await ServerProcess.copyTemplate(dataDir);
    service = await MnemeProcess.start('api', { MNEME_DATA_DIR: dataDir });
    key = (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim();
    document = await ExampleDocument.of(service.url);
    browser = await ReferenceBrowser.start(service.url);
    reference = await browser.open();
  });
  afterAll(async () => {
    await browser.stop();
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  it('fits a phone: nothing scrolls sideways, neither the introduction nor an operation', async () => {
    const [create] = document.operations;
    const phone = await browser.open(PHONE);
    expect(await phone.width()).toBe(360);
    const section = await phone.sectionOf(create!);
    await section.getByRole('button', { name: 'Test Request' }).tap();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Send' }).first().waitFor();
    expect(await phone.width()).toBe(360);
    await phone.page.context().close();
  });

  it('is dark where the reader wants it dark', async () => {
    const dark = await browser.open({ colorScheme: 'dark' });
    const background = 'getComputedStyle(document.querySelector(".scalar-app") ?? document.body).backgroundColor';
    const [red = 255] = ((await dark.page.evaluate<string>(background)).match(/\d+/g) ?? []).map(Number);
    expect(red).toBeLessThan(64);
    await dark.page.context().close();
  });

  it('is usable from the keyboard: search, an operation, its dialog', async () => {
    const { page } = await browser.open();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Count memories');
    await page
      .getByRole('option', { name: /Count memories/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /Count memories/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(async () => expect(page.url()).toMatch(/memories\.count$/));
    const button = page
      .locator('[id="api-1/tag/memories/memories.count"]')
      .getByRole('button', { name: 'Test Request' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('shows samples for the address of the service, in three languages', async () => {
    const search = document.operations.find(({ operationId }) => operationId === 'memories.search');
    const section = await reference.sectionOf(search!);
    await section.getByText(`${service.url}/api/v1/memories/search`).first().waitFor();
    await section.getByRole('button', { name: 'curl' }).click();
    expect(await reference.page.getByRole('option').allInnerTexts()).toEqual(['curl', 'TypeScript', 'Python']);
    await reference.page.keyboard.press('Escape');
  });

  it('sends a request with the key that was entered', async () => {
    await reference.keyField.fill(key);
    const search = document.operations.find(({ operationId }) => operationId === 'memories.search');
    expect(await reference.tryOut(search!)).toBe('200 OK');
  });

  it('keeps the key in sessionStorage alone, so that a reload still has it', async () => {
    expect(await reference.stored('localStorage')).not.toContain(key);
    expect(await reference.stored('sessionStorage')).toContain(key);
    await reference.page.reload();
    await reference.keyField.waitFor();
    expect(await reference.keyField.inputValue()).toBe(key);
    const another = await browser.open();
    expect(await another.keyField.inputValue()).toBe('');
  });

  it('asks no other host for anything, and has no error in its console', () => {
    expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] });
  });
});
