/** Tables of what was found, by group of questions. */
import { ndcg, recall, reciprocalRank } from './metrics.mjs';

const measures = {
  'nDCG@10': (ranked, grades) => ndcg(ranked, grades),
  'R@5': (ranked, grades) => recall(ranked, grades, 5),
  'R@10': (ranked, grades) => recall(ranked, grades, 10),
  MRR: reciprocalRank,
};

/** A row for each system and group of questions that have an answer, and for all of these. */
export function qualityRows(runs) {
  return groups(answerable(runs)).flatMap(([group, part]) =>
    Object.keys(part[0].ranked).map((system) => ({ group, questions: part.length, system, ...scores(part, system) })),
  );
}

/** Any result for a question without an answer is a false positive; beside it what the threshold costs the others. */
export function thresholdRows(runs, thresholds) {
  const unanswerable = runs.filter(({ question }) => question.grades.size === 0);
  return thresholds.map((minRelevance) => {
    const shownAnswer = ({ shown, question }) => shown[minRelevance].some((id) => question.grades.get(id) === 2);
    const kept = groups(answerable(runs)).map(([group, part]) => [`answer kept: ${group}`, share(part, shownAnswer)]);
    const falsePositives = share(unanswerable, ({ shown }) => shown[minRelevance].length > 0);
    return { minRelevance, 'false-positive rate': falsePositives, ...Object.fromEntries(kept) };
  });
}

export function median(values, digits) {
  return rounded(values.toSorted((a, b) => a - b)[values.length >> 1], digits);
}

/** As Markdown, so that it can be read here and kept elsewhere. */
export function table(rows) {
  const columns = Object.keys(rows[0]);
  const cells = [columns, ...rows.map((row) => columns.map((column) => text(column, row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  const lines = cells.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`);
  return [lines[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.slice(1)].join('\n');
}

function text(column, value) {
  return typeof value === 'number' && column !== 'questions' ? value.toFixed(3) : String(value);
}

function scores(runs, system) {
  const mean = (measure) =>
    runs.reduce((sum, { ranked, question }) => sum + measure(ranked[system], question.grades), 0) / runs.length;
  return Object.fromEntries(Object.entries(measures).map(([name, measure]) => [name, rounded(mean(measure))]));
}

function answerable(runs) {
  return runs.filter(({ question }) => question.grades.size > 0);
}

function groups(runs) {
  const names = [...new Set(runs.map(({ question }) => question.group))];
  return [...names.map((name) => [name, runs.filter(({ question }) => question.group === name)]), ['all', runs]];
}

function share(runs, test) {
  return rounded(runs.filter(test).length / runs.length);
}

function rounded(value, digits = 3) {
  return Number(value.toFixed(digits));
}
