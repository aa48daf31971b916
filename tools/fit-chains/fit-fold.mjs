/** Fits the linear models without some of the seen writers ("a,b"; "none": with all), and writes them as JSON. A process a fold. */
import { writeFileSync } from 'node:fs';
import { fitMembers, fitTexts, lexiconsOf } from './fit.mjs';
import { openSeen, openSmall, withFirstTopics } from './questions.mjs';
import { toJson } from './weights-json.mjs';

const [left, target] = process.argv.slice(2);
const out = left.split(',');
const sets = await openSeen((writer) => !out.includes(writer));
const lexicons = lexiconsOf(sets);
const texts = fitTexts(sets, lexicons);
const asked = await withFirstTopics([...sets, ...(await openSmall(sets))], texts);
writeFileSync(target, toJson(fitMembers(asked, texts, lexicons)));
process.exit(0);
