import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, type ConsoleTab } from '../support/browser/console-browser.js';
import { eventually } from '../support/eventually.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { MEASURED_FLAGS } from '../support/service/node-flags.js';
import { newPlace, TENANT } from './beds/service-place.js';
import { table } from './report/report.js';

const LINES_A_REQUEST = 5_000;
const MAX_TASK_MS = 200;
/** Reading to the end of the list at most. */
const SCROLL_MS = 600_000;
const HEAD = ['step', 'took s', 'tasks over 50 ms', 'longest ms', 'wanted'] as const;

interface Step {
  readonly name: string;
  readonly walk: (tab: ConsoleTab) => Promise<unknown>;
}

/**
 * A tenant of 100,000 memories in the console, in Chromium: how long the page does not answer its reader.
 * Usage: npm run bench:console -- --memories 100000
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { memories: { type: 'string', default: '100000' } } });
  const memories = Number(values.memories);
  const place = await newPlace();
  const service = await MnemeProcess.start('api', place.env, MEASURED_FLAGS);
  try {
    const key = await place.key();
    await fill(service.url, key, memories);
    const browser = await ConsoleBrowser.start(service.url);
    try {
      const tab = await browser.signedIn(key, 'health');
      await watchTasks(tab.page);
      const rows: string[][] = [];
      for (const step of stepsOf(memories)) rows.push(await measure(tab, step));
      console.log(`${place.name}: ${memories} memories\n\n${table(HEAD, rows)}\n`);
      const loads = loadavg().map((load) => load.toFixed(1));
      console.log(`heap of the page ${await heapMb(tab.page)} MB, load ${loads.join(' ')}`);
    } finally {
      await browser.stop();
    }
  } finally {
    await service.stop();
    await place.close();
  }
}

async function fill(url: string, key: string, memories: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  for (let from = 0; from < memories; from += LINES_A_REQUEST) {
    const records = Array.from({ length: Math.min(LINES_A_REQUEST, memories - from) }, (_, i) => record(from + i));
    const body = records.map((each) => JSON.stringify(each)).join('\n');
    const response = await fetch(`${url}/api/v1/memories/import?tenantId=${TENANT}`, { method: 'POST', headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`import: ${response.status} ${text}`);
  }
}

function record(i: number): object {
  const detail = ' It was written down by the harbour master, and read out to the crew.'.repeat(i % 5);
  return {
    content: `Note ${i}: the boat ${i % 97} lies in harbour ${i % 53} of town ${i % 31}.${detail}`,
    type: i % 3 === 0 ? 'event' : 'semantic',
    importance: (i % 101) / 100,
    tags: [`boat${i % 97}`, `town${i % 31}`],
    metadata: { sessionId: `session${Math.floor(i / 20)}`, tenth: String(i % 10) },
    createdAt: new Date(Date.UTC(2020, 0, 1) + i * 1_800_000).toISOString(),
  };
}

function stepsOf(memories: number): readonly Step[] {
  const label = /^Select Note/;
  return [
    { name: 'Memories, the first rows', walk: (tab) => openMemories(tab, memories) },
    { name: 'scroll to the end of all', walk: (tab) => scrollToEnd(tab.page, memories) },
    { name: 'jump to the start', walk: ({ page }) => scrolled(page, 'scrollTo(0, 0)') },
    { name: 'jump to the middle', walk: ({ page }) => scrolled(page, 'scrollTo(0, document.body.scrollHeight / 2)') },
    { name: 'select all', walk: ({ page }) => page.getByLabel(/^Select all .* loaded$/).check() },
    { name: 'take one out', walk: ({ page }) => page.getByLabel(label).nth(10).uncheck() },
    { name: 'another order', walk: reorder },
    { name: 'a filter by metadata', walk: (tab) => filterByTenth(tab, memories) },
    { name: 'open a memory, and go back', walk: openOne },
    { name: 'search, and why', walk: search },
    { name: 'patterns', walk: openPatterns },
  ];
}

async function measure(tab: ConsoleTab, { name, walk }: Step): Promise<string[]> {
  await tab.page.evaluate('longTasks.length = 0');
  const startedAt = performance.now();
  await walk(tab);
  // What the step has set off is drawn by then.
  await tab.page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
  const seconds = (performance.now() - startedAt) / 1_000;
  const tasks = await tab.page.evaluate<number[]>('longTasks');
  const longest = Math.max(0, ...tasks);
  const verdict = `${MAX_TASK_MS} ${longest <= MAX_TASK_MS ? 'ok' : 'MISSED'}`;
  return [name, seconds.toFixed(1), String(tasks.length), longest.toFixed(0), verdict];
}

/** The browser names every task of more than 50 ms. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(`
    globalThis.longTasks = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => longTasks.push(duration)))
      .observe({ type: 'longtask' });
  `);
}

async function openMemories(tab: ConsoleTab, memories: number): Promise<void> {
  await tab.page.getByRole('link', { name: 'Memories', exact: true }).click();
  await tab.reads(`${memories.toLocaleString('en')} memories`);
  await tab.page.locator('.memory-row').first().waitFor();
}

async function scrollToEnd(page: Page, memories: number): Promise<void> {
  const end = page.locator(`[aria-posinset="${memories}"]`);
  await eventually(async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await end.waitFor({ timeout: 20 });
  }, SCROLL_MS);
}

async function scrolled(page: Page, script: string): Promise<void> {
  await page.evaluate(script);
  await page.locator('.memory-row').first().waitFor();
}

async function reorder({ page }: ConsoleTab): Promise<void> {
  const rows = page.getByRole('list', { name: 'Memories' }).getByRole('listitem');
  await page.getByLabel('Order').selectOption('Oldest first');
  await rows.first().getByText('Note 0:').waitFor();
}

async function filterByTenth(tab: ConsoleTab, memories: number): Promise<void> {
  await tab.button(/^Filters/).click();
  await tab.page.getByLabel('Metadata').fill('tenth=7');
  await tab.page.keyboard.press('Enter');
  await tab.reads(`${(memories / 10).toLocaleString('en')} memories`);
}

async function openOne(tab: ConsoleTab): Promise<void> {
  await tab.page.locator('.memory-row-text').first().click();
  await tab.page.getByRole('heading', { name: 'History' }).waitFor();
  await tab.page.goBack();
  await tab.page.locator('.memory-row').first().waitFor();
}

async function search(tab: ConsoleTab): Promise<void> {
  await tab.page.getByRole('link', { name: 'Search', exact: true }).click();
  await tab.page.getByRole('searchbox').fill('the boat in harbour 12 of town 7');
  await tab.page.keyboard.press('Enter');
  await tab.page.getByText('Why').first().click();
}

async function openPatterns({ page }: ConsoleTab): Promise<void> {
  await page.getByRole('link', { name: 'Patterns', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Patterns' }).waitFor();
  await page.getByText('Loading the patterns').waitFor({ state: 'hidden' });
}

async function heapMb(page: Page): Promise<number> {
  return page.evaluate<number>('Math.round(performance.memory.usedJSHeapSize / 1e6)');
}

await main();
