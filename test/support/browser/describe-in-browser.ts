import { hasChromium } from './chromium.js';

/** As `describe`; on a machine without a browser, other than in CI, there is nothing to test with. */
export const describeInBrowser = hasChromium || process.env['CI'] === 'true' ? describe : describe.skip;
