export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const PLAN_NAMES = ['free', 'pro', 'enterprise', 'local'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];
