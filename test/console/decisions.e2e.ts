import { describeInBrowser } from '../support/browser/describe-in-browser.js';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { newKey, newTenant, sharedServer, type TestTenant } from '../support/service/api.js';
import { EVERYDAY, FERRY_STORY, FERRY_TOPIC } from '../support/stories/ferry-story.js';
import { importLines } from '../support/stories/import-lines.js';

const HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b> \u202E';
const UNDECIDED = 'No decision yet on the winter tyres: we wait for the price of the garage.';
const ADDRESS = `decisions?q=${encodeURIComponent(FERRY_TOPIC)}`;

describeInBrowser('decisions in the console', () => {
  let browser: ConsoleBrowser;
  let tenant: TestTenant;

  beforeAll(async () => {
    browser = await ConsoleBrowser.start(sharedServer().url);
    tenant = await newTenant();
    // Without its end: what came of it is missing.
    const story = FERRY_STORY.filter(({ content = '' }) => !/^(Result|Booked)/.test(content)).map((record) => ({
      ...record,
      content: record.content?.startsWith('Another option') === true ? `${record.content} ${HOSTILE}` : record.content,
    }));
    const open = { content: UNDECIDED, type: 'decision', tags: ['tyres'], createdAt: '2026-03-05T10:00:00Z' };
    const records = [...story, ...EVERYDAY, open];
    await importLines(tenant, records.map((record) => JSON.stringify(record)).join('\n'), records.length);
  });
  afterAll(() => browser.stop());
  afterEach(() => expect(browser.misdeeds).toEqual({ elsewhere: [], errors: [] }));

  const asked = async (path = ADDRESS): Promise<ConsoleTab> => {
    const tab = await browser.signedIn(tenant.api.token ?? '', path);
    await tab.page.locator('.chain-node').first().waitFor();
    return tab;
  };

  it('are asked for in words; the picture has the memories by role, the links, and what is missing', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'decisions');
    await tab.reads('Ask how a decision came about');
    await tab.page.getByRole('searchbox', { name: 'What was decided' }).fill(FERRY_TOPIC);
    await tab.page.keyboard.press('Enter');
    const picture = tab.page.getByRole('group', { name: /^Picture of the chain/ });
    const decision = picture.getByRole('button', { name: /^Decision/ });
    await decision.waitFor();
    expect(await decision.innerText()).toContain('Norlines ferry, not with Hansa');
    expect(await picture.getByRole('button', { name: /^Option/ }).count()).toBeGreaterThan(0);
    expect(await picture.locator('.chain-label').allTextContents()).toContain('rejected in');
    await picture.locator('.chain-gap', { hasText: 'No sure outcome' }).waitFor();
    expect(await picture.locator('.chain-link.is-gap').count()).toBe(await picture.locator('.chain-gap').count());
    const dashes = 'getComputedStyle(document.querySelector(".chain-link.is-gap")).strokeDasharray';
    expect(await tab.page.evaluate(dashes)).not.toBe('none');
    await tab.page.getByRole('heading', { name: 'What is missing or stands out' }).waitFor();
    expect(tab.page.url()).toContain('q=which+ferry+line');
    // The boxes stand where the layout puts them: none covers another, and of a row the earlier is on the left.
    const boxes = await Promise.all((await picture.locator('.chain-node').all()).map((node) => node.boundingBox()));
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const apart =
          a!.x + a!.width <= b!.x || b!.x + b!.width <= a!.x || a!.y + a!.height <= b!.y || b!.y + b!.height <= a!.y;
        expect(apart).toBe(true);
        if (Math.round(a!.y) === Math.round(b!.y)) expect(a!.x).toBeLessThan(b!.x);
      }
    }
    await tab.page.getByRole('list', { name: 'Legend' }).getByText('Red line').waitFor();
    await tab.close();
  });

  it('draws a surer link with a thicker line', async () => {
    const tab = await asked();
    const links = await tab.page.locator('.chain-relation').all();
    const seen = await Promise.all(
      links.map(async (link) => ({
        share: Number(/(\d+)%/.exec((await link.locator('title').textContent()) ?? '')?.[1]),
        width: Number(await link.locator('.chain-link').getAttribute('stroke-width')),
      })),
    );
    expect(seen.length).toBeGreaterThan(1);
    const byShare = seen.toSorted((a, b) => a.share - b.share).map(({ width }) => width);
    expect(byShare).toEqual(byShare.toSorted((a, b) => a - b));
    expect(byShare.at(-1)).toBeGreaterThan(byShare[0]!);
    await tab.close();
  });

  it('opens a memory by the keyboard alone, with its reasons, and gives the focus back', async () => {
    const tab = await asked();
    const { page } = tab;
    await page.locator('.chain-node[tabindex="0"]').focus();
    await page.keyboard.press('Home');
    expect(await page.locator('.chain-node:focus').innerText()).toContain('The old ferry line');
    await page.keyboard.press('End');
    expect(await page.locator('.chain-node:focus').innerText()).toContain('We decided');
    await page.keyboard.press('ArrowUp');
    const above = page.locator('.chain-node:focus');
    const { y } = (await above.boundingBox())!;
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect((await above.boundingBox())!.y).toBe(y);
    expect(await above.innerText()).not.toContain('We decided');
    const words = (await above.locator('.text').innerText()).replace(/\W+$/, '');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    await panel.locator('h2:focus').waitFor();
    await panel.locator('.chain-panel-text', { hasText: words.slice(0, 40) }).waitFor();
    await panel.getByRole('list', { name: 'Reasons' }).first().waitFor();
    // It is below the box, also where it stands before the rest of the picture.
    const box = (await page.locator('.chain-node[aria-expanded="true"]').boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual((await panel.boundingBox())!.y);
    await panel.getByRole('link', { name: 'Open the memory' }).focus();
    await page.keyboard.press('Tab');
    await page.locator('.chain-words > summary:focus').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await page.locator('.chain-node:focus').innerText()).toContain(words.slice(0, 40));
    await page.keyboard.press('Enter');
    await panel.getByRole('link', { name: 'Open the memory' }).click();
    await tab.at('Memory');
    await tab.close();
  });

  it('says the same as a list, and shows hostile texts as text', async () => {
    const tab = await asked();
    await tab.page.getByText('The same as a list').click();
    const list = tab.page.locator('.chain-words').first().locator('.chain-list');
    expect(await list.locator(':scope > li').count()).toBe(await tab.page.locator('.chain-node').count());
    await list.getByText('<b>bold</b>').first().waitFor();
    expect(await tab.page.locator('.chain img, .chain b').count()).toBe(0);
    expect(await tab.page.title()).toBe('Decisions · Mneme console');
    await tab.close();
  });

  it('is reached from the memory of the decision', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories?type=decision');
    await tab.page.getByRole('link', { name: /We decided/ }).click();
    await tab.page.getByRole('link', { name: 'How did this come about?' }).click();
    await tab.at('Decisions');
    await tab.page.locator('.chain-node.role-decision').waitFor();
    expect(tab.page.url()).toMatch(/decisions\?id=mem_/);
    await tab.close();
  });

  it('begins at the decision on a phone, with what leads to it, and says that the picture scrolls', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', ADDRESS, { viewport: { width: 360, height: 740 } });
    await tab.reads('Scroll sideways to see all of it');
    const frame = (await tab.page.locator('.chain-scroll').boundingBox())!;
    const boxes = await Promise.all((await tab.page.locator('.chain-node').all()).map((node) => node.boundingBox()));
    const seen = boxes.filter((box) => box!.x >= frame.x && box!.x + box!.width <= frame.x + frame.width);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toContainEqual(await tab.page.locator('.chain-node.role-decision').boundingBox());
    await tab.button('Fit to width').click();
    await tab.button('Actual size').waitFor();
    await tab.close();
  });

  it('asks for no days that end before they begin', async () => {
    const tab = await asked();
    await tab.page.getByLabel('Happened from').fill('2026-05-02');
    await tab.page.getByLabel('Happened to').fill('2026-05-01');
    await tab.page.getByRole('alert').getByText('The first day is after the last one.').waitFor();
    expect(await tab.page.locator('.chain').count()).toBe(0);
    await tab.close();
  });

  it('says which memory leaves it open, and offers nothing improbable', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'memories?type=decision');
    await tab.page.getByRole('link', { name: UNDECIDED }).click();
    await tab.page.getByRole('link', { name: 'How did this come about?' }).click();
    await tab.reads('By its text, nothing is decided yet.');
    await tab.page.route('**/decision-chain', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: object };
      const candidates = [0.3, 0.04, 0].map((probability) => {
        return { memoryId: `mem_${probability}`, text: `Of ${probability}`, at: '2026-01-01T00:00:00Z', probability };
      });
      await route.fulfill({ response, json: { ...rest, data: { ...data, candidates } } });
    });
    await tab.page.reload();
    await tab.reads('Did you mean this one?');
    expect(await tab.page.locator('.chain-candidates').getByRole('link').allInnerTexts()).toEqual(['Of 0.3']);
    await tab.page.getByRole('link', { name: UNDECIDED }).click();
    await tab.at('Memory');
    await tab.close();
  });

  it('says where there is none, and is not offered to a key that may not ask', async () => {
    const tab = await browser.signedIn(tenant.api.token ?? '', 'decisions?q=lattice+quantum+chromodynamics');
    await tab.reads('No decision was found');
    await tab.close();
    const reader = await newKey(tenant, ['read:memories']);
    const other = await browser.signedIn(reader.token ?? '', ADDRESS);
    await other.at('Not permitted');
    expect(await other.page.getByRole('link', { name: 'Decisions' }).count()).toBe(0);
    await other.close();
  });
});
