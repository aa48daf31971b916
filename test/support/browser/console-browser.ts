import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchChromium, watch, type Misdeeds } from './chromium.js';

/** A browser that opens the console of a service. */
export class ConsoleBrowser {
  readonly misdeeds: Misdeeds = { elsewhere: [], errors: [] };

  private constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  static async start(url: string): Promise<ConsoleBrowser> {
    return new ConsoleBrowser(await launchChromium(), url);
  }

  /** A tab of its own, which no one has signed in in. */
  async tab(options: BrowserContextOptions = {}): Promise<ConsoleTab> {
    const context = await this.browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    watch(page, this.url, this.misdeeds, false);
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/console') && response.status() >= 400)
        this.misdeeds.errors.push(`${pathname} is missing`);
    });
    return new ConsoleTab(page, this.url);
  }

  /** A tab in which the key has signed in. @param path below /console/ */
  async signedIn(key: string, path = '', options: BrowserContextOptions = {}): Promise<ConsoleTab> {
    const tab = await this.tab(options);
    await tab.open(`${path}#key=${key}`);
    await tab.page.locator('.shell').waitFor();
    return tab;
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** The console as a reader uses it. */
export class ConsoleTab {
  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** @param path below /console/ */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.url}/console/${path}`);
  }

  /** Waits until a page of the console has this title. */
  async at(title: string): Promise<Locator> {
    const heading = this.page.getByRole('heading', { level: 1, name: title, exact: true });
    await heading.waitFor();
    return heading;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Waits for words, anywhere on the page. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
