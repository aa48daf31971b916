import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

describeInBrowser('a memory in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
    tenant = await newTenant();
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  const stored = async (memory: object): Promise<any> => {
    const body = { tenantId: tenant.tenantId, type: 'semantic', ...memory };
    return (await tenant.api.post('/api/v1/memories', body)).body.data;
  };
  const response = (id: string) => tenant.api.get(`/api/v1/memories/${id}?tenantId=${tenant.tenantId}`);
  const now = async (id: string): Promise<any> => (await response(id)).body.data;
  const opened = async (id: string): Promise<ConsoleTab> => {
    const tab = await browser.signedIn(tenant.api.token ?? '', `memories/${id}`);
    await tab.button('Edit').waitFor();
    return tab;
  };

  it('can be changed, shows what changed, and the change can be undone', async () => {
    const { id } = await stored({ content: 'The ferry leaves at seven', tags: ['sea'], metadata: { source: 'chat' } });
    const tab = await opened(id);
    await tab.button('Edit').click();
    await tab.page.getByLabel('Text').fill('The ferry leaves at eight');
    await tab.page.getByRole('combobox', { name: 'Tags' }).fill('timetable');
    await tab.page.keyboard.press('Enter');
    await tab.button('Save').click();
    await tab.reads('Saved.');
    expect(await now(id)).toMatchObject({ content: 'The ferry leaves at eight', tags: ['sea', 'timetable'] });
    const version = tab.page.getByRole('listitem').filter({ hasText: 'Version 2' });
    await version.waitFor();
    expect(await version.locator('del').allInnerTexts()).toContain('seven');
    expect(await version.locator('ins').allInnerTexts()).toContain('eight');
    await tab.button('Undo the change').click();
    await tab.reads('The change was undone.');
    expect(await now(id)).toMatchObject({ content: 'The ferry leaves at seven', tags: ['sea'] });
    await tab.button('Undo the change').waitFor({ state: 'detached' });
    await tab.close();
  });

  it('is undone by what the reader changed alone, and only after others’ changes were seen', async () => {
    const { id } = await stored({ content: 'The shop opens at nine', tags: ['shop'] });
    const tab = await opened(id);
    await tab.button('Edit').click();
    await tab.page.getByLabel('Text').fill('The shop opens at ten');
    await tab.button('Save').click();
    await tab.reads('Saved.');
    await tenant.api.patch(`/api/v1/memories/${id}`, { tags: ['shop', 'summer'] });
    await tab.button('Undo the change').click();
    await tab.reads('Someone else changed this memory meanwhile.');
    await tab.button('Show it as it is now').click();
    await tab.reads('summer');
    expect(await now(id)).toMatchObject({ content: 'The shop opens at ten', tags: ['shop', 'summer'] });
    await tab.button('Undo the change').click();
    await tab.reads('The change was undone.');
    expect(await now(id)).toMatchObject({ content: 'The shop opens at nine', tags: ['shop', 'summer'] });
    await tab.close();
  });

  it('is not overwritten: two versions are shown field by field, and merged, and the merger can be undone', async () => {
    const { id } = await stored({ content: 'Anna lives in Porto', importance: 0.5, tags: ['anna'] });
    const theirs = { content: 'Anna lives in Lisbon', tags: ['anna', 'home'], metadata: {} };
    const tab = await opened(id);
    await tab.button('Edit').click();
    await tab.page.getByLabel('Text').fill('Anna lives in Porto, near the river');
    await tab.page.getByLabel('Metadata').fill('{ "source": "chat" }');
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: theirs.content, tags: theirs.tags });
    await tab.button('Save').click();
    await tab.reads('Someone else changed this memory meanwhile');
    expect(await now(id)).toMatchObject(theirs);
    await tab.page.getByRole('listitem').filter({ hasText: 'Version 2' }).waitFor();
    const choice = tab.page.getByRole('group', { name: 'Text: you both changed it' });
    expect(await choice.locator('del').allInnerTexts()).toContain('Lisbon');
    await tab.reads('Tags: their change is kept');
    await tab.reads('Metadata: your change is kept');
    await tab.button('Save the merged version').click();
    // Nothing is chosen, so nothing is saved.
    expect(await choice.locator('input:invalid').count()).toBe(2);
    await choice.getByLabel('Keep mine').check();
    await tab.button('Save the merged version').click();
    await tab.reads('Saved.');
    const mine = { content: 'Anna lives in Porto, near the river', metadata: { source: 'chat' } };
    expect(await now(id)).toMatchObject({ ...theirs, ...mine });
    await tab.button('Undo the change').click();
    await tab.reads('The change was undone.');
    expect(await now(id)).toMatchObject(theirs);
    await tab.close();
  });

  it('is not deleted in a version that the reader has not seen', async () => {
    const { id } = await stored({ content: 'The key is under the stone' });
    const tab = await opened(id);
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: 'The key is under the boat' });
    await tab.button('Delete').click();
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await now(id)).toMatchObject({ content: 'The key is under the boat' });
    await tab.button('Show it as it is now').click();
    await tab.page.locator('.memory-content').getByText('The key is under the boat').waitFor();
    await tab.close();
  });

  it.each([{ externalId: 'lamp-1' }, {}])(
    'can be deleted, and stored again while the page is open: %j',
    async (more) => {
      const before = await stored({
        ...more,
        content: 'Anna repaired the lamp',
        type: 'episodic',
        importance: 0.8,
        tags: ['lamp'],
        metadata: { place: 'lighthouse' },
        createdAt: '2026-03-10T09:00:00.000Z',
      });
      const tab = await opened(before.id);
      await tab.button('Delete').click();
      await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await tab.at('Memory deleted');
      expect((await response(before.id)).status).toBe(404);
      await tab.button('Undo').click();
      await tab.at('Memory');
      await tab.page.waitForURL((url) => !url.pathname.endsWith(before.id));
      const { id, updatedAt, ...fields } = before;
      expect(await now(tab.page.url().split('/').at(-1) ?? '')).toMatchObject(fields);
      await tab.close();
    },
  );

  it('can be made what an earlier version was', async () => {
    const { id } = await stored({ content: 'First words' });
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: 'Second words', importance: 0.9 });
    const tab = await opened(id);
    await tab.page
      .getByRole('listitem')
      .filter({ hasText: 'Version 1' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await tab.reads('Saved.');
    expect(await now(id)).toMatchObject({ content: 'First words', importance: 0.5 });
    await tab.close();
  });

  it('that was rewritten shows the old text and the new one', async () => {
    const { id } = await stored({ content: 'The ferry leaves the harbour of Setúbal at seven' });
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: 'Ask Anna for the recipe of her almond cake' });
    const tab = await opened(id);
    expect(await tab.page.title()).toBe('Ask Anna for the recipe of her almond cake · Mneme console');
    const version = tab.page.getByRole('listitem').filter({ hasText: 'Version 2' });
    await version.waitFor();
    expect(await version.locator('del').allInnerTexts()).toEqual(['The ferry leaves the harbour of Setúbal at seven']);
    expect(await version.locator('ins').allInnerTexts()).toEqual(['Ask Anna for the recipe of her almond cake']);
    await tab.close();
  });

  it('is not left with unsaved changes without a question', async () => {
    const { id } = await stored({ content: 'Half written' });
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories');
    await tab.page.getByRole('link', { name: 'Half written' }).click();
    await tab.button('Edit').click();
    await tab.at('Edit memory');
    await tab.page.getByLabel('Text').fill('Half written, and more');
    const questions: string[] = [];
    tab.page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      return dialog.dismiss();
    });
    const leave = [
      () => tab.page.getByRole('link', { name: 'Health' }).click(),
      () => tab.page.evaluate('history.back()'),
      () => tab.page.close({ runBeforeUnload: true }),
    ];
    for (const each of leave) {
      const asked = tab.page.waitForEvent('dialog');
      await each();
      await asked;
      await tab.at('Edit memory');
      expect(tab.page.url()).toMatch(new RegExp(`/${id}$`));
    }
    expect(questions).toEqual(['confirm', 'confirm', 'beforeunload']);
    expect(await tab.page.getByLabel('Text').inputValue()).toBe('Half written, and more');
    tab.page.removeAllListeners('dialog').on('dialog', (dialog) => dialog.accept());
    await tab.page.getByRole('link', { name: 'Health' }).click();
    await tab.at('Health');
    await tab.close();
  });

  it('says what is wrong with a field, also what the service refuses', async () => {
    const { id } = await stored({ content: 'Short' });
    const tab = await opened(id);
    await tab.button('Edit').click();
    for (const [text, fault] of [
      ['x'.repeat(10_001), 'Too long: 10,001 of 10,000 characters'],
      [' \n ', 'A memory needs a text'],
    ] as const) {
      await tab.page.getByLabel('Text').fill(text);
      await tab.page.getByRole('alert').getByText(fault).waitFor();
      expect(await tab.button('Save').isDisabled()).toBe(true);
    }
    await tab.page.getByLabel('Text').fill('Short');
    await tab.page.getByLabel('Metadata').fill('{ "source": chat }');
    await tab.page.getByRole('alert').getByText('Enter a JSON object, such as {"source": "chat"}').waitFor();
    expect(await tab.button('Save').isDisabled()).toBe(true);
    await tab.page.getByLabel('Metadata').fill(JSON.stringify({ long: 'x'.repeat(20_000) }));
    await tab.button('Save').click();
    await tab.page.getByRole('alert').getByText('VALIDATION_ERROR').waitFor();
    await tab.page
      .getByRole('alert')
      .getByText(/^metadata /)
      .waitFor();
    await tab.button('Cancel').click();
    await tab.button('Edit').waitFor();
    await tab.close();
  });

  it('leads to what it supersedes, to its session, and to what is similar', async () => {
    const session = { sessionId: 'chat-1' };
    const old = await stored({ content: 'The office is in Faro', metadata: session });
    const { id } = await stored({ content: 'The office is in Tavira', metadata: { ...session, supersedes: old.id } });
    const tab = await opened(id);
    for (const title of ['Links', 'Same session', 'Similar memories']) {
      const section = tab.page.getByRole('region', { name: title });
      await section.getByRole('link', { name: 'The office is in Faro' }).waitFor();
    }
    await tab.page.getByRole('region', { name: 'Links' }).getByRole('link').click();
    await tab.page.waitForURL(`**/${old.id}`);
    await tab.page.getByRole('region', { name: 'Links' }).getByText('Superseded by').waitFor();
    await tab.close();
  });

  it('that does not exist is no error of the page', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories/mem_01k1t5gvb8e00bwxyzt09w1mcx');
    await tab.reads('There is no such memory');
    await tab.close();
  });
});
