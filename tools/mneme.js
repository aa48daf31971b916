#!/usr/bin/env node
// Starts the command line as the sources have it now. Standard output stays the command's own (`--json`).
import { build } from './build/build.mjs';

try {
  await build({ onStart: () => process.stderr.write('Building …\n') });
} catch (error) {
  process.stderr.write(`The build failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import(new URL('../dist/apps/cli/main.js', import.meta.url).href);
