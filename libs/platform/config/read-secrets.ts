import type { AppConfig } from './app-config.js';
import type { EnvReader } from './env-reader.js';

/** The secrets of this installation, and those before them while they are being replaced. */
export function readSecrets(reader: EnvReader, required: boolean): Pick<AppConfig, 'previousSecrets' | 'secrets'> {
  const pepper = readPair(reader, 'KEY_PEPPER', 'KEY_PEPPER_PREVIOUS', required, longSecret);
  const serviceJwt = readPair(reader, 'SERVICE_JWT_KEY', 'SERVICE_JWT_KEY_PREVIOUS', required, longSecret);
  const sealing = readPair(reader, 'SECRETS_KEY', 'SECRETS_KEY_PREVIOUS', required, aesKey);
  return {
    secrets: present({
      keyPepper: pepper.current,
      serviceJwtKey: serviceJwt.current,
      secretsKey: sealing.current,
    }),
    previousSecrets: present({
      keyPepper: pepper.previous,
      serviceJwtKey: serviceJwt.previous,
      secretsKey: sealing.previous,
    }),
  };
}

/** What a secret must look like. */
interface SecretForm {
  /** In words that follow `is required`. */
  readonly wanted: string;
  /** In words that follow the variable's name. */
  readonly rule: string;
  isValid(value: string): boolean;
}

const longSecret: SecretForm = {
  wanted: '32 bytes or more',
  rule: 'must have 32 bytes or more',
  isValid: (value) => Buffer.byteLength(value) >= 32,
};

/** A key of AES-256. */
const aesKey: SecretForm = {
  wanted: 'base64 of 32 bytes',
  rule: 'must be the base64 of 32 bytes',
  isValid: (value) => /^[A-Za-z0-9+/_-]{43}=?$/.test(value) && Buffer.from(value, 'base64').length === 32,
};

function readPair(
  reader: EnvReader,
  name: string,
  previousName: string,
  required: boolean,
  form: SecretForm,
): { current: string | undefined; previous: string | undefined } {
  const current = readSecret(reader, name, required, form);
  const previous = readSecret(reader, previousName, false, form);
  if (previous !== undefined && previous === current) {
    reader.refuse(previousName, `must not be the same as ${name}`, undefined);
  }
  return { current, previous };
}

function readSecret(reader: EnvReader, name: string, required: boolean, form: SecretForm): string | undefined {
  const value = reader.text(name);
  if (value === undefined) return required ? reader.refuse(name, `is required (${form.wanted})`, undefined) : undefined;
  return form.isValid(value) ? value : reader.refuse(name, form.rule, undefined);
}

function present<T extends object>(values: { [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
