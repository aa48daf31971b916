import type { z } from 'zod';
import { InvalidArgumentsError } from '../text/invalid-arguments.error.js';

const MAX_FAULTS = 20;

/** Kinds of values, as messages of the service name them. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** @throws InvalidArgumentsError */
export function validArguments<T extends z.ZodType>(schema: T, args: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(args);
  if (success) return data;
  const faults = error.issues.flatMap(faultsOf);
  const others = faults.length - MAX_FAULTS;
  throw new InvalidArgumentsError(others > 0 ? [...faults.slice(0, MAX_FAULTS), `and ${others} more`] : faults);
}

function faultsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${key} is no argument of this tool`);
  return [`${pathText(issue.path)} ${ruleOf(issue)}`];
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${kindOf(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code !== 'invalid_union') return `is not valid: ${issue.message}`;
  return `must be ${anyOf(issue.errors.flat().map((each) => kindOf('expected' in each ? each.expected : '')))}`;
}

function kindOf(expected: string): string {
  return KINDS[expected] ?? 'a value of its schema';
}

function anyOf(kinds: readonly string[]): string {
  return kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the arguments';
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text.replace(/^\./, '');
}
