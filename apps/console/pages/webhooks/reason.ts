/** Why an attempt failed, unless its status says it already. @param error as the API gives it */
export function reasonBeside(statusCode: number | null, error: string | null): string | null {
  return error === `answered ${statusCode ?? ''}` ? null : error;
}
