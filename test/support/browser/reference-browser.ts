import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Operation } from '../documents/example-document.js';
import { launchChromium, watch, type Misdeeds } from './chromium.js';

/** A browser that opens the API reference of a service. */
export class ReferenceBrowser {
  readonly misdeeds: Misdeeds = { elsewhere: [], errors: [] };

  private constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  static async start(url: string): Promise<ReferenceBrowser> {
    const browser = await launchChromium();
    return new ReferenceBrowser(browser, url);
  }

  /** Opens the reference in a session of its own, and waits until it is there. */
  async open(options: BrowserContextOptions = {}, hash = ''): Promise<ReferencePage> {
    const context = await this.browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    watch(page, this.url, this.misdeeds, true);
    const response = await page.goto(`${this.url}/docs${hash}`);
    if (response?.status() !== 200) throw new Error(`/docs answers ${response?.status() ?? 'nothing'}`);
    await page.getByRole('heading', { name: 'Mneme', level: 1 }).waitFor();
    return new ReferencePage(page);
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** The reference as a reader uses it. */
export class ReferencePage {
  constructor(readonly page: Page) {}

  get keyField(): Locator {
    return this.page.getByPlaceholder('Token').first();
  }

  /** The part of the page about an operation, scrolled to. */
  async sectionOf({ operationId, tags: [tag = ''] }: Operation): Promise<Locator> {
    const place = `tag/${tag.toLowerCase().replaceAll(' ', '-')}/${operationId}`;
    await this.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    return this.page.locator(`[id="api-1/${place}"]`);
  }

  /** Presses "Test Request" and "Send", and changes nothing. @returns the status line that the page shows */
  async tryOut(operation: Operation): Promise<string> {
    const section = await this.sectionOf(operation);
    await section.getByRole('button', { name: 'Test Request' }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send' }).first().click();
    const status = dialog.getByText(/^[1-5]\d\d [A-Z]/).first();
    await status.waitFor();
    const shown = await status.innerText();
    await this.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    return shown;
  }

  /** Width of what the page scrolls over sideways. */
  async width(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth');
  }

  /** `localStorage` or `sessionStorage` as text. */
  async stored(place: 'localStorage' | 'sessionStorage'): Promise<string> {
    return this.page.evaluate(`JSON.stringify(${place})`);
  }
}
