import { InvalidArgumentError } from 'commander';
import { PLAN_NAMES, type PlanName } from '@mneme/platform/config';
import { tenantId, type TenantId } from '@mneme/platform/ids';

/** A tenant as the command line names it. */
export function tenantArgument(value: string): TenantId {
  try {
    return tenantId(value);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

export function planArgument(value: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === value);
  if (plan === undefined) throw new InvalidArgumentError(`it must be one of ${PLAN_NAMES.join(', ')}`);
  return plan;
}

/** A whole number within bounds. */
export function integerArgument(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new InvalidArgumentError(`it must be a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

export function listArgument(value: string): string[] {
  return value.split(',').map((entry) => entry.trim());
}
