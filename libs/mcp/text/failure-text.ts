import { ConnectionError, MnemeError } from '@mneme/client';
import { InvalidArgumentsError } from './invalid-arguments.error.js';

/** What a tool or prompt calls a field of a request, where it has another name: that of its first part. */
export type ArgumentNames = Readonly<Record<string, string>>;

/** `from` and `to` of tools are the two fields of a time range. */
const NAMES: ArgumentNames = { 'timeRange.from': 'from', 'timeRange.to': 'to' };

/** What a model can do something with: which field breaks which rule, when to try again, whether it is the service's fault. */
export function failureText(error: MnemeError | TypeError, names: ArgumentNames = NAMES): string {
  if (error instanceof ConnectionError) return `The memory service cannot be reached: ${error.message}.`;
  if (error instanceof InvalidArgumentsError) return ['The call was not sent:', ...list(error.faults, '')].join('\n');
  if (!(error instanceof MnemeError)) return `The call was not sent: ${error.message}.`;
  const { code, errors, message } = error;
  const reasons = errors.map(({ field, message: rule }) =>
    renamed(field === undefined || rule.includes(field) ? rule : `${field}: ${rule}`, names),
  );
  return [`The memory service refused the call (${code ?? 'no code'}):`, ...list(reasons, message)].join('\n');
}

/** A rule whose fields have the names of the caller's arguments. */
function renamed(rule: string, names: ArgumentNames): string {
  return rule
    .split(' ')
    .map((word) => names[word] ?? word)
    .join(' ');
}

function list(reasons: readonly string[], otherwise: string): string[] {
  return (reasons.length === 0 ? [otherwise] : reasons).map((reason) => `- ${reason}`);
}
