import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser } from '../support/browser/console-browser.js';
import { newTenant, sharedServer, type TestTenant } from '../support/service/api.js';

describeInBrowser('the health in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
    tenant = await newTenant();
  });
  afterAll(() => browser.stop());

  it('is what the service says of each dependency, with its version', async () => {
    const readiness = (await tenant.api.get('/health/ready')).body.data;
    const { version } = (await tenant.api.get('/')).body.data;
    const tab = await browser.signedIn(tenant.api.token ?? '', 'health');
    await tab.reads('Everything works.');
    const names = await tab.page.locator('.record-title').allInnerTexts();
    expect(names).toEqual(readiness.dependencies.map(({ name }: any) => name));
    expect(await tab.page.locator('.record').getByText('up').count()).toBe(names.length);
    await tab.reads(version);
    await tab.close();
    expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] });
  });

  it('says what does not work, and what it is when it is asked again', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'health');
    await tab.reads('Everything works.');
    const metadata = { request_id: 'req_1', timestamp: new Date().toISOString(), version: 'v1' };
    const dependencies = [{ name: 'vector index', status: 'down', latencyMs: 5_000 }];
    const data = { status: 'degraded', degraded: ['vector index'], dependencies };
    await tab.page.route('**/health/ready', (route) => route.fulfill({ json: { success: true, data, metadata } }));
    await tab.button('Check again').click();
    await tab.reads('not everything works: vector index.');
    await tab.page.locator('.record').getByText('down').waitFor();
    const errors = [{ code: 'DATABASE_ERROR', message: 'the database does not answer' }];
    await tab.page.route('**/health/ready', (route) =>
      route.fulfill({ status: 500, json: { success: false, errors, metadata } }),
    );
    await tab.button('Check again').click();
    await tab.page.getByRole('alert').getByText('the database does not answer').waitFor();
    await tab.page.unroute('**/health/ready');
    await tab.button('Try again').click();
    await tab.reads('Everything works.');
    await tab.close();
    // What the browser itself says of the status 500.
    browser.misdeeds.errors.splice(0);
    expect(browser.misdeeds.elsewhere).toEqual([]);
  });
});
