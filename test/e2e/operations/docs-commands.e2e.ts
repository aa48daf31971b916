import { readFileSync } from 'node:fs';
import { ERROR_RESPONSES } from '@mneme/platform/errors';
import { Api, newTenant } from '../../support/service/api.js';
import { configurationVariables } from '../../support/service/configuration-variables.js';
import { curlRequest, exampleCommands, shapeFaults } from '../../support/documents/example-commands.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

/** Where the commands keep the id of what a POST has made. */
const VARIABLE: Record<string, string> = { mem: 'ID', key: 'KEY_ID', wh: 'WEBHOOK_ID' };
/** Where the examples send events; the tests have their own receiver. */
const EXAMPLE_URL = 'https://example.com/hooks/mneme';
const TEST_TENANT = '00000000-0000-0000-0000-000000000001';

describe.each([
  'README.md',
  'docs/guides/getting-started.md',
  'docs/guides/users-and-sessions.md',
  'docs/reference/api.md',
])('the commands in %s', (file) => {
  it('answer as shown', async () => {
    const { tenantId, api } = await newTenant();
    const receiver = await WebhookReceiver.start();
    const variables: Record<string, string> = { BASE: api.url, KEY: api.token ?? '' };
    const commands = exampleCommands(file);
    expect(commands.length).toBeGreaterThan(3);
    for (const { text, status, answer } of commands) {
      const { method, url, ...options } = curlRequest(
        text.replaceAll(TEST_TENANT, tenantId).replaceAll(EXAMPLE_URL, receiver.url()),
        variables,
      );
      const response = await new Api('', undefined).send(method, url, options);
      expect({ text, status: response.status }).toEqual({ text, status });
      if (answer !== undefined)
        expect({ text, faults: shapeFaults(response.body, answer) }).toEqual({ text, faults: [] });
      const id = (response.body.data as { id?: string } | undefined)?.id;
      if (method === 'POST' && id !== undefined) variables[VARIABLE[id.slice(0, id.indexOf('_'))] ?? 'ID'] = id;
      const etag = response.headers.get('etag');
      if (etag !== null) variables['ETAG'] = etag;
    }
    await receiver.close();
  });
});

describe('the tables in docs', () => {
  it('have every error code with its status', () => {
    const text = readFileSync('docs/reference/errors.md', 'utf8');
    for (const { code, status } of Object.values(ERROR_RESPONSES)) expect(text).toContain(`| ${code} | ${status} |`);
  });

  it('have every variable that is read, and no other', () => {
    const [, section = ''] =
      /^## Variables\n([\s\S]*)/m.exec(readFileSync('docs/reference/configuration.md', 'utf8')) ?? [];
    const rows = [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(configurationVariables());
  });
});
