// Writes the pieces of TypeScript on the pages about the adapters into a folder, each a module, for the compiler.
// Usage: node snippets.mjs FOLDER PAGE...
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENT = "import { Mneme } from '@mneme/client';\nconst mneme = new Mneme();\n";
const [folder, ...pages] = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
const pieces = pages.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)]);
for (const [i, [, code]] of pieces.entries()) {
  const isWhole = code.includes('new Mneme(') || !code.includes('mneme');
  writeFileSync(join(folder, `piece-${i}.mts`), isWhole ? code : `${CLIENT}${code}`);
}
