import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeInBrowser } from '../../support/browser/describe-in-browser.js';
import { ReferenceBrowser } from '../../support/browser/reference-browser.js';
import { ExampleDocument } from '../../support/documents/example-document.js';
import { MnemeProcess } from '../../support/service/mneme-process.js';
import { ServerProcess } from '../../support/service/server-process.js';

/** `webhooks.create` looks up example.com. No address works without a name server and belongs to nobody else. */
const WITH_DNS = `--require ${resolve('test/support/browser/example-dns.cjs')}`;
/** Ends the sample tenant, so it comes last. */
const ERASE = 'tenants.delete';
/** A second or two each where nothing else runs. */
const LIMIT_MS = 900_000;

describeInBrowser('every operation of the API reference', () => {
  let dataDir: string;
  let service: MnemeProcess;
  let browser: ReferenceBrowser;
  let document: ExampleDocument;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-reference-'));
    await ServerProcess.copyTemplate(dataDir);
    service = await MnemeProcess.start('api', { MNEME_DATA_DIR: dataDir, NODE_OPTIONS: WITH_DNS });
    document = await ExampleDocument.of(service.url);
    browser = await ReferenceBrowser.start(service.url);
  });
  afterAll(async () => {
    await browser.stop();
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  it(
    'succeeds unedited on a fresh start, once the key is entered',
    async () => {
      const reference = await browser.open();
      await reference.keyField.fill((await readFile(join(dataDir, 'dev-key'), 'utf8')).trim());
      const inOrder = document.operations.toSorted(
        (a, b) => Number(a.operationId === ERASE) - Number(b.operationId === ERASE),
      );
      const outcomes: string[] = [];
      for (const operation of inOrder) {
        outcomes.push(`${operation.operationId} ${await reference.tryOut(operation)}`);
      }
      expect(outcomes.filter((outcome) => !/ 20\d [A-Z]/.test(outcome))).toEqual([]);
      expect(outcomes).toHaveLength(document.operations.length);
      expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] });
    },
    LIMIT_MS,
  );
});
