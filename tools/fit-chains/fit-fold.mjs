/** Fits the linear models without some of the seen writers ("a,b"; "none": with all but `UNREAD`), and writes them as JSON. A process a fold. */
import { writeFileSync } from 'node:fs';
import { fitFirstLook, fitModels, lexiconsOf } from './fit.mjs';
import { openSeen, UNREAD, withQuestions } from './questions.mjs';
import { toJson } from './weights-json.mjs';

const [left, target] = process.argv.slice(2);
const out = [left, ...UNREAD].join().split(',');
const sets = await openSeen((writer) => !out.includes(writer));
const lexicons = lexiconsOf(sets);
const look = fitFirstLook(await withQuestions(sets), lexicons);
writeFileSync(target, toJson(fitModels(await withQuestions(sets, look), lexicons)));
process.exit(0);
