import type { DefineCommand } from '../command.js';
import { defineDelete } from './delete.command.js';
import { defineDoctor } from './doctor.command.js';
import { defineExport } from './export.command.js';
import { defineImport } from './import.command.js';
import { defineKeys } from './keys.command.js';
import { defineMcp } from './mcp.command.js';
import { defineMigrate } from './migrate.command.js';
import { defineRecount } from './recount.command.js';
import { defineReindex } from './reindex.command.js';
import { defineSearch } from './search.command.js';
import { defineSeed } from './seed.command.js';
import { defineTenants } from './tenants.command.js';
import { defineWebhooks } from './webhooks.command.js';

/** Every command, in the order in which the help shows them. */
export const COMMANDS: readonly DefineCommand[] = [
  defineMigrate,
  defineSeed,
  defineTenants,
  defineKeys,
  defineImport,
  defineExport,
  defineDelete,
  defineSearch,
  defineReindex,
  defineRecount,
  defineWebhooks,
  defineMcp,
  defineDoctor,
];
