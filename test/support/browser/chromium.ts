import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Where Debian's package `chromium` puts it; `.ci/chromium.sh` installs that. */
const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Of each wait: a busy machine may take its time. */
const PATIENCE_MS = 60_000;
export const hasChromium = existsSync(EXECUTABLE);
/** What Chromium logs for an answer that a page asked for and shows. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** What a page did that it must not. */
export interface Misdeeds {
  /** Requests to another origin. */
  readonly elsewhere: string[];
  /** Errors in the console, such as violations of the policy, and exceptions that nothing caught. */
  readonly errors: string[];
}

/** Notes what a page does that it must not. @param refusals whether a refused request is an error too */
export function watch(page: Page, origin: string, misdeeds: Misdeeds, refusals: boolean): void {
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('request', (request) => {
    const { origin: other, protocol } = new URL(request.url());
    if (other !== origin && !['data:', 'blob:'].includes(protocol)) misdeeds.elsewhere.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() !== 'error' || (!refusals && REFUSED.test(message.text()))) return;
    misdeeds.errors.push(message.text());
  });
  page.on('pageerror', (error) => misdeeds.errors.push(error.message));
}
