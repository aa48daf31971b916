import { MemorySearchService } from '@mneme/memories';
import { formatId, type TenantId } from '@mneme/platform/ids';
import { codePoints } from '@mneme/platform/validation';
import { UsageError } from '../command-io.js';
import type { CommandResult, DefineCommand } from '../command.js';
import { printable } from '../printable.js';
import { integerArgument, tenantArgument } from '../arguments/arguments.js';
import { urlOption } from '../arguments/url-option.js';
import { requireTenant } from '../arguments/existing-tenant.js';
import { filterOf, withFilter, type FilterOptions } from '../arguments/filter-options.js';

const MAX_QUERY_LENGTH = 2_000;

interface SearchOptions extends FilterOptions {
  readonly tenant: TenantId;
  readonly limit: number;
}

export const defineSearch: DefineCommand = (program, run) => {
  const command = program
    .command('search')
    .argument('<query>', 'what to look for, in words')
    .requiredOption('--tenant <tenant>', 'tenant to search in', tenantArgument)
    .option('--limit <n>', 'results at most', integerArgument(1, 100), 10)
    .addOption(urlOption());
  withFilter(command)
    .description('find memories by meaning')
    .action((query: string, options: SearchOptions) =>
      run(async (context) => {
        const { tenant, limit } = options;
        const { app } = context;
        if (query.length === 0 || codePoints(query) > MAX_QUERY_LENGTH) {
          throw new UsageError(`The query must have 1 to ${MAX_QUERY_LENGTH} characters.`);
        }
        await requireTenant(context, tenant);
        const matches = await app
          .get(MemorySearchService)
          .search(tenant, { ...filterOf(options), query, tenantId: tenant, limit });
        const results = matches.map(({ memory, relevance }) => ({
          id: formatId('mem', memory.id),
          relevance: Number(relevance.toFixed(4)),
          type: memory.type,
          content: memory.content,
        }));
        return searchResult(query, results);
      }),
    );
};

interface Found {
  readonly id: string;
  readonly relevance: number;
  readonly type: string;
  readonly content: string;
}

export function searchResult(query: string, results: readonly Found[]): CommandResult {
  const lines = results.map(
    ({ relevance, type, content }) => `${relevance.toFixed(2)}  ${type.padEnd(11)} ${printable(content)}`,
  );
  return { json: { query, results }, text: lines.length === 0 ? 'Nothing found.' : lines.join('\n') };
}
