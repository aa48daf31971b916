import type { MatchCondition } from '@langchain/langgraph';

/** Whether a value has what a filter of LangGraph asks for: equal fields, or operators such as `{ $gt: 3 }`. */
export function matchesFilter(
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const actual = value[field];
    return isOperators(wanted)
      ? Object.entries(wanted).every(([operator, operand]) => holds(operator, actual, operand))
      : actual === wanted;
  });
}

function isOperators(wanted: unknown): wanted is Record<string, unknown> {
  return typeof wanted === 'object' && wanted !== null && Object.keys(wanted).some((key) => key.startsWith('$'));
}

const OPERATORS: Readonly<Record<string, (actual: unknown, operand: unknown) => boolean>> = {
  $eq: (actual, operand) => actual === operand,
  $ne: (actual, operand) => actual !== operand,
  $gt: (actual, operand) => Number(actual) > Number(operand),
  $gte: (actual, operand) => Number(actual) >= Number(operand),
  $lt: (actual, operand) => Number(actual) < Number(operand),
  $lte: (actual, operand) => Number(actual) <= Number(operand),
  $in: (actual, operand) => Array.isArray(operand) && operand.includes(actual),
  $nin: (actual, operand) => !Array.isArray(operand) || !operand.includes(actual),
};

function holds(operator: string, actual: unknown, operand: unknown): boolean {
  const compare = OPERATORS[operator];
  if (compare === undefined) throw new TypeError(`unknown operator ${operator} in a filter`);
  return compare(actual, operand);
}

/** Whether a namespace begins, or ends, with a path in which `*` is any label. */
export function matchesPath(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((label, i) => label === '*' || label === namespace[start + i]);
}

/** The labels that every matching namespace begins with. */
export function commonPrefix(conditions: readonly MatchCondition[]): string[] {
  const path = conditions.find(({ matchType }) => matchType === 'prefix')?.path ?? [];
  const end = path.indexOf('*');
  return end === -1 ? [...path] : path.slice(0, end);
}
