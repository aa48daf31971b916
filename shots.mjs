import { chromium } from 'playwright-core';
import fs from 'node:fs';
const key = fs.existsSync('/tmp/h/ref-data/dev-key') ? fs.readFileSync('/tmp/h/ref-data/dev-key','utf8').trim() : 'x';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const t0=Date.now();
const shot = async (name, opts, hash, act) => {
  const c = await b.newContext(opts); const p = await c.newPage();
  p.on('console', m => { if (m.type()!=='info') console.log(name, m.type(), m.text().slice(0,200)); });
  await p.goto('http://127.0.0.1:3997/docs' + hash);
  await p.waitForSelector('#reference h1');
  await p.waitForTimeout(1500);
  if (act) await act(p);
  await p.screenshot({ path: `/tmp/h/s-${name}.png` });
  console.log(name, await p.evaluate(() => [document.documentElement.scrollWidth, innerWidth, [...document.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && e.getBoundingClientRect().width < 3000).slice(0,5).map(e => e.tagName + '.' + e.className.toString().slice(0,60))]));
  await c.close();
};
const D = { viewport: { width: 1360, height: 900 } }, P = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const which = process.argv.slice(2);
const all = {
  intro: () => shot('intro', D, ''),
  op: () => shot('op', D, '#tag/memories/memories.search'),
  dark: () => shot('dark', { ...D, colorScheme: 'dark' }, '#tag/memories/memories.create'),
  phone: () => shot('phone', P, ''),
  phoneop: () => shot('phoneop', P, '#tag/memories/memories.create'),
  phonetry: () => shot('phonetry', P, '#tag/memories/memories.search', async (p) => { await p.locator('[id="api-1/tag/memories/memories.search"]').getByRole('button', { name: /Test Request/ }).click(); await p.waitForTimeout(1200); }),
  try: () => shot('try', D, '#tag/memories/memories.search', async (p) => { await p.getByPlaceholder('Token').first().fill(key).catch(()=>{}); await p.locator('[id="api-1/tag/memories/memories.search"]').getByRole('button', { name: /Test Request/ }).click(); await p.getByRole('dialog').getByRole('button', { name: /Send/ }).first().click(); await p.waitForTimeout(2000); }),
  webhook: () => shot('webhook', D, '#models'),
};
for (const [n, f] of Object.entries(all)) if (!which.length || which.includes(n)) await f();
await b.close();
