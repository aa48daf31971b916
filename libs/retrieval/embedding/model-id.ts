import { BUILTIN, BUILTIN_FAST } from '../text-models/model-location.js';

/** Counts changes of what an index holds beside vectors: of `analyze` and `termHash`, and of what filters compare. */
const TERMS_VERSION = 4;
/** Ids of indexes with earlier ones do not say so. */
const FIRST_COUNTED = 2;
/** From here on an index holds the days of its memories as terms. */
const FIRST_WITH_DATES = 3;

/** @param version of the weights */
export function modelId(name: string, version: string): string {
  return modelIdOf(name, version, TERMS_VERSION);
}

function modelIdOf(name: string, version: string, terms: number): string {
  return `${name}@${version}-${terms}`;
}

/**
 * Whether an index that an earlier release made holds vectors of these weights, so that it can be searched until there is
 * one with the terms of today. The built-in model was the first half of today's alone.
 */
export function isFormerId(id: string, name: string, version: string): boolean {
  const former = Array.from({ length: TERMS_VERSION - FIRST_COUNTED }, (_, i) =>
    modelIdOf(name, version, FIRST_COUNTED + i),
  );
  return (
    former.includes(id) || id === `${name}@${version}` || (name === BUILTIN_FAST && id === `${BUILTIN}@${version}`)
  );
}

/** Whether an earlier release made it, with other terms. */
export function isFormer(id: string): boolean {
  return !id.endsWith(`-${TERMS_VERSION}`);
}

/** The static half as it was the whole built-in model. */
const FORMER_BUILTIN = /^builtin@[0-9a-f]{8}$/;

/** Whether an index has terms for dates. */
export function holdsDates(id: string): boolean {
  return Number(/-(\d+)$/.exec(id)?.[1] ?? 0) >= FIRST_WITH_DATES;
}

/** What EMBEDDING_MODEL would say for a model of the database. */
export function modelName(id: string, name: string): string {
  return FORMER_BUILTIN.test(id) ? BUILTIN_FAST : name;
}
