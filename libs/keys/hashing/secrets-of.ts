import type { AppConfig, Secrets } from '@mneme/platform/config';

/** @throws Error where the application was put together without its secrets, which is a mistake of ours */
export function secretsOf(config: AppConfig): Pick<Secrets, 'keyPepper' | 'serviceJwtKey'> {
  const { keyPepper, serviceJwtKey } = config.secrets;
  if (keyPepper === undefined || serviceJwtKey === undefined)
    throw new Error('KEY_PEPPER and SERVICE_JWT_KEY must be known before keys are used');
  return { keyPepper, serviceJwtKey };
}
