import { clientCode, CodeFolder } from '../../support/client/documented-code.js';
import { newTenant } from '../../support/service/api.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const ELSEWHERE = 'https://example.com/hooks/mneme';

const PAGES = ['README.md', 'docs/guides/getting-started.md', 'packages/client/README.md'];

describe.each(PAGES)('the code of the client in %s', (page) => {
  let folder: CodeFolder;
  beforeAll(async () => {
    folder = await CodeFolder.make();
  });
  afterAll(() => folder.remove());

  it('compiles, and runs as it stands', async () => {
    const pieces = await clientCode(page);
    expect(pieces.length).toBeGreaterThan(page.startsWith('packages') ? 9 : 0);
    expect(await folder.faults(pieces)).toEqual([]);
    const tenant = await newTenant();
    const receiver = await WebhookReceiver.start();
    for (const code of pieces) {
      const here = code.replaceAll(ELSEWHERE, receiver.url());
      expect(await folder.run(here, tenant)).not.toContain('undefined undefined');
    }
    await receiver.close();
  });

  it('would be found out', async () => {
    expect(await folder.faults(['const wrong: number = "text";'])).toHaveLength(1);
    await expect(folder.run('throw new Error("wrong")', await newTenant())).rejects.toThrow('wrong');
  });
});
