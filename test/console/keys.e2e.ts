import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { eventually } from '../support/eventually.js';
import { Api, newKey, newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

describeInBrowser('the keys in the console', () => {
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
    const tab = await browser.signedIn(tenant.api.token ?? '', 'keys');
    await tab.at('Keys');
    return tab;
  };
  const create = async (tab: ConsoleTab, name: string): Promise<string> => {
    await tab.button('Create key').click();
    const form = tab.page.getByRole('dialog', { name: 'Create a key' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('write:memories').uncheck();
    await form.getByLabel('Expires').selectOption('30 days');
    await form.getByRole('button', { name: 'Create key' }).click();
    return shownKey(tab, 'Key created');
  };
  /** Reads the key where it is shown this once, and closes the dialog. */
  const shownKey = async (tab: ConsoleTab, title: string): Promise<string> => {
    const dialog = tab.page.getByRole('dialog', { name: title });
    const key = await dialog.getByLabel('The key').inputValue();
    await dialog.getByText('It is shown only once').waitFor();
    for (let i = 0; i < 3; i++) await tab.page.keyboard.press('Escape');
    await dialog.getByText('It is shown only once').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    return key;
  };
  const statusWith = async (key: string): Promise<number> =>
    (await new Api(tenant.api.url, key).get(`/api/v1/memories?tenantId=${tenant.tenantId}`)).status;
  const writingStatusWith = async (key: string): Promise<number> => {
    const body = { tenantId: tenant.tenantId, content: 'Tea', type: 'semantic' };
    return (await new Api(tenant.api.url, key).post('/api/v1/memories', body)).status;
  };

  it('are created with what the reader chose, shown once, rotated and revoked', async () => {
    const tab = await opened();
    await tab.reads('No keys yet');
    const first = await create(tab, 'the website');
    expect([await statusWith(first), await writingStatusWith(first)]).toEqual([200, 403]);
    expect(await tab.page.content()).not.toContain(first);
    expect(tab.page.url()).not.toContain('mneme_');
    expect(await tab.page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(first);
    const row = tab.page.getByRole('list', { name: 'Keys' }).getByRole('listitem').filter({ hasText: 'the website' });
    await row.getByText('active').waitFor();

    await tab.button('Rotate the website').click();
    const question = tab.page.getByRole('dialog', { name: 'Rotate this key?' });
    await question.getByLabel('The old key stops').selectOption('Now');
    await question.getByRole('button', { name: 'Rotate key' }).click();
    const second = await shownKey(tab, 'Key rotated');
    expect(second).not.toBe(first);
    expect([await statusWith(second), await writingStatusWith(second)]).toEqual([200, 403]);
    await eventually(async () => expect(await statusWith(first)).toBe(401));
    await row.filter({ hasText: 'expired' }).waitFor();

    await tab.button('Revoke the website').click();
    const revocation = tab.page.getByRole('dialog', { name: 'Revoke this key?' });
    await revocation.getByText('the website').waitFor();
    await revocation.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusWith(second)).toBe(200);
    await tab.button('Revoke the website').click();
    await revocation.getByRole('button', { name: 'Revoke key' }).click();
    await tab.reads('The key was revoked.');
    await row.filter({ hasText: 'revoked' }).waitFor();
    expect(await statusWith(second)).toBe(401);
    await tab.close();
  });

  it('are copied from where they are shown', async () => {
    const tab = await opened();
    await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.button('Create key').click();
    const form = tab.page.getByRole('dialog');
    await form.getByLabel('Name').fill('to be copied');
    await form.getByRole('button', { name: 'Create key' }).click();
    const key = await form.getByLabel('The key').inputValue();
    await tab.button('Copy').click();
    await tab.reads('The key was copied.');
    expect(await tab.page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await tab.close();
  });

  it('say why one is refused: a second one of the same name', async () => {
    const tab = await opened();
    await create(tab, 'twice');
    await tab.button('Create key').click();
    const form = tab.page.getByRole('dialog');
    const missing = (): Promise<string> => tab.page.evaluate('document.activeElement.labels[0].innerText');
    await form.getByRole('button', { name: 'Create key' }).click();
    expect(await missing()).toBe('Name');
    await form.getByLabel('Name').fill('twice');
    for (const scope of ['read:memories', 'write:memories']) await form.getByLabel(scope).uncheck();
    await form.getByRole('button', { name: 'Create key' }).click();
    expect(await missing()).toContain('read:memories');
    await form.getByLabel('read:memories').check();
    await form.getByRole('button', { name: 'Create key' }).click();
    await form.getByText('DUPLICATE_RESOURCE').waitFor();
    await tab.page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await tab.close();
  });

  it('grant no scope that the reader lacks, and sign out the reader who revokes their own', async () => {
    const own = await newKey(tenant, ['manage:keys', 'read:memories'], { name: 'own' });
    const tab = await browser.signedIn(own.token ?? '', 'keys');
    await tab.reads('signed in with it');
    await tab.button('Create key').click();
    const scopes = tab.page.getByRole('group', { name: 'Scopes' });
    expect(await scopes.getByRole('checkbox').count()).toBe(2);
    await tab.page.keyboard.press('Escape');
    await tab.button('Revoke own').click();
    await tab.reads('Revoking it signs you out');
    await tab.button('Revoke key').click();
    await tab.at('Sign in to the console');
    await tab.reads('You revoked the key that you were signed in with.');
    await tab.close();
  });

  it('show what each was used for, by day', async () => {
    const key = await newKey(tenant, ['read:memories'], { name: 'busy' });
    for (const path of ['memories', 'memories', 'memories/mem_nothing']) {
      await key.get(`/api/v1/${path}?tenantId=${tenant.tenantId}`);
    }
    const tab = await opened();
    await eventually(async () => {
      const usage = tab.button('Usage of busy');
      await usage.click();
      await tab.reads('3 requests with this key in 30 days, 1 error').finally(() => usage.click());
    });
    await tab.close();
  });

  it('with hostile names are shown as text', async () => {
    const name = `<img src=x onerror="document.title=1">\u202Eevil ${'x'.repeat(200)}`;
    await newKey(tenant, ['read:memories'], { name });
    const tab = await browser.signedIn(tenant.api.token ?? '', 'keys', { viewport: { width: 360, height: 740 } });
    const title = tab.page.locator('.record-title');
    await title.getByText('U+202E').waitFor();
    expect(await title.innerText()).toContain('<img src=x onerror=');
    expect(await title.locator('img').count()).toBe(0);
    expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await tab.close();
  });
});
