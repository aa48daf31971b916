/** Fits all models without one of the seen sets ("none": with all), and writes them as JSON. A process a fold. */
import { writeFileSync } from 'node:fs';
import { fitModels } from './fit.mjs';
import { openSeen } from './questions.mjs';

const [left, target] = process.argv.slice(2);
const sets = await openSeen();
writeFileSync(target, JSON.stringify(fitModels(sets.filter(({ name }) => name !== left))));
process.exit(0);
