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
    await tab.button('Try again').click();
    await tab.reads('summer');
    expect(await now(id)).toMatchObject({ content: 'The shop opens at ten', tags: ['shop', 'summer'] });
    await tab.button('Undo the change').click();
    await tab.reads('The change was undone.');
    expect(await now(id)).toMatchObject({ content: 'The shop opens at nine', tags: ['shop', 'summer'] });
    await tab.close();
  });

  it('is not overwritten: two versions are shown field by field, and merged', async () => {
    const { id } = await stored({ content: 'Anna lives in Porto', importance: 0.5, tags: ['anna'] });
    const tab = await opened(id);
    await tab.button('Edit').click();
    await tab.page.getByLabel('Text').fill('Anna lives in Porto, near the river');
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: 'Anna lives in Lisbon', tags: ['anna', 'home'] });
    await tab.button('Save').click();
    await tab.reads('Someone else changed this memory meanwhile');
    expect(await now(id)).toMatchObject({ content: 'Anna lives in Lisbon' });
    const choice = tab.page.getByRole('group', { name: 'Text: you both changed it' });
    expect(await choice.locator('del').allInnerTexts()).toContain('Lisbon');
    await tab.reads('Tags: their change is kept');
    await choice.getByLabel('Keep mine').check();
    await tab.button('Save the merged version').click();
    await tab.reads('Saved.');
    expect(await now(id)).toMatchObject({ content: 'Anna lives in Porto, near the river', tags: ['anna', 'home'] });
    await tab.close();
  });

  it('is not deleted in a version that the reader has not seen', async () => {
    const { id } = await stored({ content: 'The key is under the stone' });
    const tab = await opened(id);
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: 'The key is under the boat' });
    await tab.button('Delete').click();
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('PRECONDITION_FAILED').waitFor();
    expect(await now(id)).toMatchObject({ content: 'The key is under the boat' });
    await tab.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
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

  it('names the fields that the service refuses', async () => {
    const { id } = await stored({ content: 'Short' });
    const tab = await opened(id);
    await tab.button('Edit').click();
    await tab.page.getByLabel('Metadata').fill('{ "broken": ');
    await tab.page.locator('#edit-metadata-error').waitFor();
    expect(await tab.button('Save').isDisabled()).toBe(true);
    await tab.page.getByLabel('Metadata').fill(JSON.stringify({ long: 'x'.repeat(20_000) }));
    await tab.button('Save').click();
    await tab.page.getByRole('alert').getByText('VALIDATION_ERROR').waitFor();
    await tab.page.getByRole('alert').locator('code', { hasText: 'metadata' }).first().waitFor();
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
