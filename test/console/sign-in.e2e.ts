import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser } from '../support/browser/console-browser.js';
import { newKey, newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

const EVERYTHING = ['read:memories', 'write:memories'];

describeInBrowser('signing in to the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;
  let key: string;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
    tenant = await newTenant();
    key = (await newKey(tenant, EVERYTHING)).token ?? '';
    await tenant.api.post('/api/v1/memories', { tenantId: tenant.tenantId, content: 'Tea at four', type: 'semantic' });
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  it('takes a key from the form, keeps it for the tab, and forgets it on signing out', async () => {
    const tab = await browser.tab();
    await tab.open('memories');
    await tab.at('Sign in to the console');
    await tab.page.getByLabel('API key').fill(key);
    await tab.page.keyboard.press('Enter');
    await tab.at('Memories');
    await tab.reads('Tea at four');
    await tab.page.reload();
    await tab.reads('Tea at four');
    expect(await tab.page.evaluate('JSON.stringify(localStorage)')).not.toContain(key);
    await tab.button('Sign out').click();
    await tab.at('Sign in to the console');
    expect(await tab.page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(key);
    await tab.page.reload();
    await tab.at('Sign in to the console');
    await tab.close();
  });

  it('takes a key from a link, and removes it from the address before it draws anything', async () => {
    const tab = await browser.tab();
    // Looked at when the page first draws: by then nothing of the key is left in the address.
    await tab.page.addInitScript(`
      const seen = new MutationObserver(() => (globalThis.hashAtFirstDrawing ??= location.hash));
      addEventListener('DOMContentLoaded', () => seen.observe(document.body, { childList: true, subtree: true }));
    `);
    await tab.open(`#key=${key}`);
    await tab.at('Search');
    expect(await tab.page.evaluate('hashAtFirstDrawing')).toBe('');
    expect(tab.page.url()).not.toContain('key');
    await tab.page.goBack().catch(() => null);
    expect(tab.page.url()).not.toContain(key);
    await tab.close();
  });

  it('takes a key from a link that is opened in a tab of the console', async () => {
    const tab = await browser.tab();
    await tab.open('memories');
    await tab.at('Sign in to the console');
    await tab.open(`memories#key=${key}`);
    await tab.at('Memories');
    expect(tab.page.url()).not.toContain('key');
    await tab.close();
  });

  it('says why a key is refused, from the form, a link or an earlier visit', async () => {
    const tab = await browser.tab();
    await tab.open('');
    await tab.page.getByLabel('API key').fill('mneme_live_nothing');
    await tab.button('Sign in').click();
    const alert = tab.page.getByRole('alert');
    await alert.getByText('The service does not accept this key').waitFor();
    await tab.page.getByLabel('API key').fill('mneme_live_é漢');
    await tab.button('Sign in').click();
    await alert.getByText('it contains characters that no key has').waitFor();
    await tab.open('#key=mneme_live_nothing');
    await alert.getByText('The service does not accept this key').waitFor();
    expect(await tab.page.evaluate('sessionStorage.length')).toBe(0);
    expect(await tab.page.evaluate('document.activeElement.id')).toBe('api-key');
    await tab.close();
  });

  it('keeps the key of the tab while the service cannot be reached', async () => {
    const tab = await browser.signedIn(key, 'memories');
    await tab.at('Memories');
    await tab.page.route('**/auth/clerk-token', (route) => route.fulfill({ status: 502, body: 'no service' }));
    // The client tries three times.
    await tab.page.reload();
    await tab.at('Sign in to the console');
    await tab.reads('the response has the status 502');
    await tab.page.unroute('**/auth/clerk-token');
    await tab.page.reload();
    await tab.at('Memories');
    await tab.close();
    // What the browser itself says of a status of 502.
    browser.misdeeds.errors.splice(0);
  });

  it('ends the session with a reason once the key is revoked', async () => {
    const api = await newKey(tenant, EVERYTHING);
    const tab = await browser.signedIn(api.token ?? '', 'memories');
    await tab.at('Memories');
    const { body } = await tenant.api.get(`/api/v1/api-keys?tenantId=${tenant.tenantId}&limit=100`);
    const { id } = body.data.apiKeys.find(({ keyPrefix }: any) => api.token?.startsWith(keyPrefix));
    await tenant.api.post('/api/v1/api-keys/revoke', { keyId: id, tenantId: tenant.tenantId });
    await tab.page.getByLabel('Order').selectOption('Oldest first');
    await tab.at('Sign in to the console');
    await tab.reads('The service no longer accepts this key');
    await tab.close();
  });

  it('offers only what the key may do', async () => {
    const reader = await newKey(tenant, ['read:memories']);
    const tab = await browser.signedIn(reader.token ?? '', 'memories');
    await tab.page.getByRole('link', { name: 'Tea at four' }).waitFor();
    expect(await tab.page.getByRole('checkbox').count()).toBe(0);
    await tab.page.getByRole('link', { name: 'Tea at four' }).click();
    await tab.at('Memory');
    await tab.reads('This memory was never changed.');
    expect(await tab.button('Edit').count()).toBe(0);
    expect(await tab.button('Delete').count()).toBe(0);
    await tab.open('keys');
    await tab.reads('Sign in with a key that has manage:keys.');
    await tab.close();

    const other = await newKey(tenant, ['manage:tenant']);
    const empty = await browser.signedIn(other.token ?? '');
    await empty.reads('This key cannot read anything that the console shows.');
    expect(await empty.page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(['Health']);
    await empty.close();
  });
});
