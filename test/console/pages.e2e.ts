import { AxeBuilder } from '@axe-core/playwright';
import { randomUUID } from 'node:crypto';
import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { newKey, newTenant, sharedServer, type TestTenant } from '../support/service/api.js';
import { EVERYDAY, FERRY_STORY, FERRY_TOPIC } from '../support/stories/ferry-story.js';
import { importLines } from '../support/stories/import-lines.js';
import { getRaw } from '../support/service/raw-get.js';
import { WebhookReceiver } from '../support/webhooks/webhook-receiver.js';

const MAX_FIRST_LOAD_BYTES = 80_000;
const GRAVE = ['serious', 'critical'];
const DECISION = `decisions?q=${encodeURIComponent(FERRY_TOPIC)}`;
const DAY_MS = 86_400_000;
/** A record that the service takes, and one that it does not. */
const IMPORTED = {
  name: 'records.ndjson',
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from(
    [0.5, 7].map((importance) => JSON.stringify({ content: `Of ${importance}`, type: 'task', importance })).join('\n'),
  ),
};

/** Tea on the Tuesdays of sixteen weeks. */
function weeklyTea(): object[] {
  return Array.from({ length: 112 }, (_, day) => ({
    content: day % 7 === 1 ? `Cup number ${day}` : `Note number ${day}`,
    type: 'episodic',
    tags: [day % 7 === 1 ? 'tea' : `thing${(day * day) % 11}`],
    createdAt: new Date(Date.parse('2026-01-05T09:00:00Z') + day * DAY_MS).toISOString(),
  }));
}

describeInBrowser('every page of the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;
  let id: string;
  let webhookId: string;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
    tenant = await newTenant();
    const memory = {
      content: 'The ferry leaves at seven',
      type: 'semantic',
      tags: ['sea'],
      metadata: { sessionId: 'a' },
    };
    id = (await tenant.api.post('/api/v1/memories', { tenantId: tenant.tenantId, ...memory })).body.data.id;
    await tenant.api.patch(`/api/v1/memories/${id}`, { content: 'The ferry leaves at eight', importance: 0.9 });
    await tenant.api.post('/api/v1/memories', { tenantId: tenant.tenantId, ...memory, type: 'task' });
    const records = [...FERRY_STORY, ...EVERYDAY, ...weeklyTea()];
    await importLines(tenant, records.map((record) => JSON.stringify(record)).join('\n'), records.length);
    await newKey(tenant, ['read:memories'], { name: 'the website '.repeat(20) });
    receiver = await WebhookReceiver.start();
    const webhook = { name: 'the index', url: receiver.url(), events: ['memory.created'], secret: 'a secret of it' };
    webhookId = (await tenant.api.post('/api/v1/webhooks', webhook)).body.data.id;
    await tenant.api.post(`/api/v1/webhooks/${webhookId}/test`);
  });
  afterAll(async () => {
    await browser.stop();
    await receiver.close();
  });
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  /** Each page, and some of what opens on it. */
  const STATES: Readonly<Record<string, (tab: ConsoleTab) => Promise<unknown>>> = {
    search: (tab) => tab.reads('Ask as you would ask a person'),
    'search?q=ferry': async (tab) => {
      await tab.page.locator('.why summary').first().click();
      await tab.button(/^Filters/).click();
    },
    memories: async (tab) => {
      await tab.page.getByRole('checkbox').first().check();
      await tab.button('Delete').waitFor();
    },
    'memories?type=working': (tab) => tab.reads('No memory matches these filters'),
    'memories/:id': async (tab) => {
      await tab.reads('Version 2');
      await tab.page.getByRole('region', { name: 'Similar memories' }).getByRole('link').first().waitFor();
    },
    'memories/:id#edit': async (tab) => {
      await tab.button('Edit').click();
      await tab.page.getByLabel('Text').fill('Other words');
    },
    'memories/:id#delete': async (tab) => {
      await tab.button('Delete').click();
      await tab.page.getByRole('dialog').waitFor();
    },
    decisions: (tab) => tab.reads('Ask how a decision came about'),
    [DECISION]: async (tab) => {
      await tab.page.locator('.chain-node').first().click();
      await tab.page.getByRole('complementary').getByRole('link', { name: 'Open the memory' }).waitFor();
      for (const words of await tab.page.locator('.chain-words:not([open]) > summary').all()) await words.click();
    },
    'decisions?q=lattice+quantum+chromodynamics': (tab) => tab.reads('No decision was found'),
    'patterns?tz=UTC': async (tab) => {
      const tea = tab.page.getByRole('article', { name: /^tea: Tuesdays/ });
      for (const words of await tea.locator('summary').all()) await words.click();
      await tab.button('Analysis').click();
      await tab.page.getByLabel('Time zone').waitFor();
    },
    'patterns?tz=UTC#dismiss': async (tab) => {
      await tab.button('Dismiss').first().click();
      await tab.page.getByRole('dialog').waitFor();
    },
    import: (tab) => tab.reads('Drop files here, or choose them'),
    'import#preview': async (tab) => {
      await tab.page
        .getByLabel('Choose files')
        .setInputFiles([IMPORTED, { ...IMPORTED, name: 'bad.csv', buffer: Buffer.from('a;b') }]);
      await tab.button('Import 2 records').waitFor();
    },
    'import#ended': async (tab) => {
      await tab.page.getByLabel('Choose files').setInputFiles([IMPORTED]);
      await tab.button('Import 2 records').click();
      await tab.page.getByRole('region', { name: 'Failures' }).waitFor();
    },
    keys: async (tab) => {
      await tab.button(/^Usage of the website/).click();
      await tab.page.locator('.uplot canvas').waitFor();
    },
    'keys#create': async (tab) => {
      await tab.button('Create key').click();
      await tab.page.getByRole('dialog').getByLabel('Name').fill(`another one ${randomUUID()}`);
      await tab.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await tab.page.getByLabel('The key').waitFor();
    },
    'keys#rotate': async (tab) => {
      await tab.button(/^Rotate the website/).click();
      await tab.page.getByRole('dialog').getByLabel('The new key expires').selectOption('On a date …');
    },
    webhooks: async (tab) => {
      await tab.page.getByRole('link', { name: 'the index' }).waitFor();
      await tab.button('Create webhook').click();
    },
    'webhooks/:webhook': async (tab) => {
      await tab.page.locator('.delivery summary').first().click();
      await tab.page.locator('.delivery table').waitFor();
    },
    usage: async (tab) => {
      await tab.page.locator('.uplot canvas').waitFor();
      await tab.page.getByText('As a table').click();
    },
    health: (tab) => tab.reads('Everything works.'),
    nowhere: (tab) => tab.reads('The console has no page at this address'),
  };
  const graveFaults = async (tab: ConsoleTab, ...rules: string[]): Promise<unknown[]> => {
    const axe = new AxeBuilder({ page: tab.page });
    const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
    return violations
      .filter(({ impact }) => GRAVE.includes(impact ?? ''))
      .map(({ id: rule, nodes }) => [rule, ...nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
  };

  /** The two themes have the same markup in other colours. */
  const expectNothingGrave = async (tab: ConsoleTab, path: string): Promise<void> => {
    await tab.page.emulateMedia({ colorScheme: 'light' });
    expect([path, 'light', await graveFaults(tab)]).toEqual([path, 'light', []]);
    await tab.page.emulateMedia({ colorScheme: 'dark' });
    expect([path, 'dark', await graveFaults(tab, 'color-contrast')]).toEqual([path, 'dark', []]);
  };

  it('has nothing that axe finds serious, light or dark', async () => {
    const tab = await browser.tab();
    await tab.open('');
    await tab.at('Sign in to the console');
    await expectNothingGrave(tab, '');
    await tab.open(`#key=${tenant.api.token ?? ''}`);
    await tab.at('Search');
    for (const [path, prepare] of Object.entries(STATES)) {
      await tab.open(path.replace(':id', id).replace(':webhook', webhookId).replace(/#.*/, ''));
      await tab.page.locator('h1').waitFor();
      await prepare(tab);
      await expectNothingGrave(tab, path);
    }
    await tab.close();
  });

  it('is dark where the reader, or the system, wants it dark', async () => {
    const brightness = async (tab: ConsoleTab): Promise<number> => {
      const colour = await tab.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      return Math.max(...(colour.match(/\d+/g) ?? []).map(Number));
    };
    const tab = await browser.signedIn(tenant.api.token ?? '', '', { colorScheme: 'dark' });
    expect(await brightness(tab)).toBeLessThan(64);
    await tab.button('System theme').click();
    await tab.button('Light theme').waitFor();
    expect(await brightness(tab)).toBeGreaterThan(200);
    await tab.page.reload();
    await tab.button('Light theme').click();
    await tab.button('Dark theme').waitFor();
    expect(await brightness(tab)).toBeLessThan(64);
    await tab.close();
  });

  it('fits a phone: nothing scrolls sideways, and the menu opens', async () => {
    const tab = await browser.tab({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    await tab.open(`#key=${tenant.api.token ?? ''}`);
    await tab.at('Search');
    for (const [path, prepare] of Object.entries(STATES)) {
      await tab.open(path.replace(':id', id).replace(':webhook', webhookId).replace(/#.*/, ''));
      await tab.page.locator('h1').waitFor();
      await prepare(tab);
      expect([path, await tab.page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360]);
    }
    await tab.button('Menu').tap();
    await tab.page.getByRole('link', { name: 'Memories', exact: true }).tap();
    await tab.at('Memories');
    await tab.page.getByRole('navigation').waitFor({ state: 'hidden' });
    await tab.close();
  });

  const MEASURED = [
    ...['search?q=ferry', 'memories', 'memories/:id', DECISION, 'patterns', 'import'],
    ...['keys', 'webhooks/:webhook', 'usage', 'health'],
  ];
  it.each(MEASURED)('loads at most 80 kB first: %s', async (path) => {
    const tab = await browser.signedIn(tenant.api.token ?? '', path.replace(':id', id).replace(':webhook', webhookId));
    // Signed in, and at rest: what a reload fetches is all that the page needs, and nothing else comes.
    await tab.page.waitForLoadState('networkidle');
    const sizes: Promise<number>[] = [];
    tab.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/console')) sizes.push(gzipped(response.url()));
    });
    await tab.page.reload({ waitUntil: 'networkidle' });
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(3);
    expect(total).toBeGreaterThan(20_000);
    expect(total).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
    await tab.close();
  });
});

/** Bytes of a response as gzip, for those who do not know brotli. */
async function gzipped(url: string): Promise<number> {
  return (await getRaw(url, 'gzip')).length;
}
