const SECRET_BYTES = 32;

/** A new secret in the form that every library of Standard Webhooks reads. */
export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
