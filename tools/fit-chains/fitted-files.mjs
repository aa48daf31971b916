/** Writes what was fitted as TypeScript. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../libs/analysis/chains/weights/', import.meta.url);
/** Keeps the file under 250 lines. */
const perLine = 72;
const treesPerLine = 4;

export function writeFitted({ lexicon, favours, ...weights }) {
  write('fitted-weights.ts', weightsFile(weights));
  write('fitted-lexicon.ts', lexiconFile({ FITTED_LEXICON: [...lexicon], FITTED_FAVOURS: [...favours] }));
}

function write(name, text) {
  writeFileSync(fileURLToPath(new URL(name, folder)), text);
}

function weightsFile(weights) {
  const short = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  return `import type { ChainWeights } from './chain-weights.js';
import { FITTED_FAVOURS, FITTED_LEXICON } from './fitted-lexicon.js';
import { parseLexicon } from '../model/lexicon.js';

/** Written by tools/fit-chains (npm run fit:chains) from the seen texts; not to be edited. */
// prettier-ignore
export const FITTED_WEIGHTS: ChainWeights = { lexicon: parseLexicon(FITTED_LEXICON), favours: parseLexicon(FITTED_FAVOURS), ...${inLines(JSON.stringify(weights, short))} };
`;
}

/** A model a line, or so many trees. */
function inLines(json) {
  let trees = 0;
  return json
    .replaceAll('},{', () => (++trees % treesPerLine === 0 ? '},\n{' : '},{'))
    .replaceAll(/\],(?="(?!cuts|leaves))/g, '],\n');
}

function lexiconFile(lexicons) {
  return `/** Written by tools/fit-chains (npm run fit:chains) from the seen texts; not to be edited. See \`parseLexicon\`. */
${Object.entries(lexicons).map(constantOf).join('\n')}
`;
}

/** Grams hold neither tabs nor bars: words, signs and `#`. */
function constantOf([name, entries]) {
  const told = entries.map(
    ([gram, weights]) => `${gram}\t${weights.map((weight) => Math.round(weight * 10)).join(' ')}`,
  );
  const lines = [];
  for (let at = 0; at < told.length; at += perLine) lines.push(told.slice(at, at + perLine).join('|'));
  return `// prettier-ignore
export const ${name} = [
${lines.map((line) => `  ${JSON.stringify(line)},`).join('\n')}
].join('|');`;
}
