import { ConnectionError, MnemeError } from '@mneme/client';

/** What a model can do something with: which field breaks which rule, when to try again, whether it is the service's fault. */
export function failureText(error: MnemeError | TypeError): string {
  if (error instanceof ConnectionError) return `The memory service cannot be reached: ${error.message}.`;
  if (!(error instanceof MnemeError)) return `The call was not sent: ${error.message}.`;
  const { code, errors, message } = error;
  const reasons = errors.map(({ field, message: rule }) =>
    field === undefined || rule.includes(field) ? rule : `${field}: ${rule}`,
  );
  return [`The memory service refused the call (${code ?? 'no code'}):`, ...list(reasons, message)].join('\n');
}

function list(reasons: readonly string[], otherwise: string): string[] {
  return (reasons.length === 0 ? [otherwise] : reasons).map((reason) => `- ${reason}`);
}
