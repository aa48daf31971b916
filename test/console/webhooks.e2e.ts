import { Webhook } from 'standardwebhooks';
import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { newTenant, sharedServer, type TestTenant } from '../support/service/api.js';
import { WebhookReceiver } from '../support/webhooks/webhook-receiver.js';

const SECRET = 'a secret of the receiver';

describeInBrowser('the webhooks in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
  });
  beforeEach(async () => {
    tenant = await newTenant();
    receiver = await WebhookReceiver.start();
  });
  afterAll(() => browser.stop());
  afterEach(async () => {
    await receiver.close();
    expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] });
  });

  const remember = (content: string) =>
    tenant.api.post('/api/v1/memories', { tenantId: tenant.tenantId, content, type: 'semantic' });
  const registered = async (more: object = {}): Promise<any> => {
    const webhook = { name: 'index', url: receiver.url(), events: ['memory.created'], secret: SECRET, ...more };
    return (await tenant.api.post('/api/v1/webhooks', webhook)).body.data;
  };
  const opened = async (id: string): Promise<ConsoleTab> => {
    const tab = await browser.signedIn(tenant.api.token ?? '', `webhooks/${id}`);
    await tab.reads('Send test event');
    return tab;
  };
  const deliveries = (tab: ConsoleTab) => tab.page.getByRole('list', { name: 'Deliveries' }).locator('.delivery');

  it('are created with a secret that is shown once and signs, and tested', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'webhooks');
    await tab.reads('No webhooks yet');
    await tab.button('Create webhook').click();
    const form = tab.page.getByRole('dialog', { name: 'Create a webhook' });
    await form.getByLabel('Name').fill('search index');
    await form.getByLabel('URL').fill(receiver.url());
    const submit = form.getByRole('button', { name: 'Create webhook' });
    await submit.click();
    expect(await tab.page.evaluate('document.activeElement.validationMessage')).toBe('Choose at least one.');
    await form.getByLabel('memory.created').check();
    await submit.click();
    const shown = tab.page.getByRole('dialog', { name: 'Webhook created' });
    const secret = await shown.getByLabel('The signing secret').inputValue();
    await shown.getByRole('button', { name: 'Done' }).click();
    await tab.at('Webhook');
    expect(await tab.page.content()).not.toContain(secret);

    await tab.button('Send test event').click();
    await tab.reads('The endpoint responded with 200');
    const [request] = await receiver.requests(1);
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({ event: 'webhook.test' });
    await deliveries(tab).filter({ hasText: 'webhook.test' }).getByText('delivered').waitFor();
    await tab.close();
  });

  it('show the attempts and the payload of a delivery as text, and deliver it again', async () => {
    receiver.answer = () => ({ status: 410, body: '<b>gone</b>\u202E' });
    const { id } = await registered();
    await remember('A <script>document.title=1</script> memory');
    await receiver.requests(1);
    const tab = await opened(id);
    // 410 disables it.
    await tab.reads('The service disabled this webhook');
    const delivery = deliveries(tab).first();
    await delivery.locator('summary').click();
    await delivery.getByText('To redeliver it, activate the webhook first.').waitFor();
    expect(await delivery.locator('table').innerText()).toContain('<b>gone</b>');
    await delivery.getByText('Payload').click();
    expect(await delivery.locator('pre').innerText()).toContain('A <script>document.title=1</script> memory');
    expect(await delivery.locator('script, b').count()).toBe(0);

    receiver.answer = () => ({});
    await tab.button('Activate').click();
    await tab.reads('The webhook is active.');
    await delivery.getByRole('button', { name: 'Redeliver' }).click();
    await delivery.locator('summary').getByText('2 attempts').waitFor();
    await delivery.locator('summary').getByText('delivered').waitFor();
    const [first, second] = await receiver.requests(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await tab.close();
  });

  it('list their deliveries page by page, and by status', async () => {
    const { id } = await registered();
    for (let i = 0; i < 25; i++) await remember(`Memory ${i}`);
    await receiver.requests(25);
    const tab = await opened(id);
    await deliveries(tab).nth(19).waitFor();
    expect(await deliveries(tab).count()).toBe(20);
    await tab.button('Earlier deliveries').click();
    await deliveries(tab).nth(24).waitFor();
    expect(await tab.button('Earlier deliveries').count()).toBe(0);
    await tab.page.getByLabel('Status of the deliveries').selectOption('failed');
    await tab.reads('No delivery has this status');
    await tab.close();
  });

  it('are changed, deactivated, given a new secret, and deleted', async () => {
    const { id } = await registered();
    const now = async () => (await tenant.api.get(`/api/v1/webhooks/${id}`)).body.data;
    const tab = await opened(id);
    await tab.button('Edit').click();
    const form = tab.page.getByRole('dialog', { name: 'Edit the webhook' });
    await form.getByLabel('Name').fill('another name');
    await form.getByLabel('memory.deleted').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await tab.page.getByRole('heading', { name: 'another name' }).waitFor();
    expect(await now()).toMatchObject({ name: 'another name', events: ['memory.created', 'memory.deleted'] });

    await tab.button('Rotate secret').click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const shown = tab.page.getByRole('dialog', { name: 'Secret rotated' });
    expect(await shown.getByLabel('The signing secret').inputValue()).toMatch(/^whsec_/);
    await shown.getByRole('button', { name: 'Done' }).click();
    await tab.button('Send test event').click();
    await tab.reads('The endpoint responded with 200');
    const [request] = await receiver.requests(1);
    expect(request?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);

    await tab.button('Deactivate').click();
    await tab.button('Activate').waitFor();
    expect(await now()).toMatchObject({ status: 'inactive' });
    await tab.button('Delete').click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await tab.at('Webhooks');
    await tab.reads('No webhooks yet');
    expect((await tenant.api.get(`/api/v1/webhooks/${id}`)).status).toBe(404);
    await tab.close();
  });
});
