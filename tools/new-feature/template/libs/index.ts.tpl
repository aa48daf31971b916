import type { Feature } from '@mneme/platform/installation';
import { __Item__ } from './__item__.entity.js';
import { __Items__Module } from './__items__.module.js';
import { __Items____stamp__ } from './__items__.migration.js';

/** The entry for the list of features: routes, tables and scopes of __items__. */
export const __itemsVar__Feature: Feature = {
  module: __Items__Module,
  schema: { feature: '__items__', entities: [__Item__], migrations: [{ expands: __Items____stamp__ }] },
  scopes: ['read:__items__', 'write:__items__'],
};
