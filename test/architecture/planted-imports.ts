/** One import that breaks the house, and the rule of .dependency-cruiser.cjs that must name it. */
export interface PlantedImport {
  readonly rule: string;
  readonly from: string;
  readonly imports: string;
  /** Whether only types are imported. */
  readonly types?: true;
}

/** Every rule at least once; features also in the direction that only their own table forbids. */
export const PLANTED_IMPORTS: readonly PlantedImport[] = [
  { rule: 'no-circular', from: 'libs/memories/circle-a.ts', imports: './circle-b.js' },
  { rule: 'no-unresolvable', from: 'libs/memories/lost.ts', imports: './nowhere.js' },
  { rule: 'not-to-dev-dependency', from: 'libs/memories/dev.ts', imports: 'dev-only' },
  { rule: 'platform-knows-nobody', from: 'libs/platform/up.ts', imports: '@mneme/retrieval' },
  { rule: 'platform-knows-nobody', from: 'libs/platform/up-to-feature.ts', imports: '@mneme/usage' },
  { rule: 'retrieval-knows-platform-only', from: 'libs/retrieval/up.ts', imports: '@mneme/memories' },
  { rule: 'analysis-is-pure', from: 'libs/analysis/patterns/up.ts', imports: '@mneme/platform' },
  { rule: 'analysis-is-pure', from: 'libs/analysis/patterns/to-feature.ts', imports: '@mneme/intelligence' },
  { rule: 'analysis-is-pure', from: 'libs/analysis/chains/orm.ts', imports: 'typeorm' },
  { rule: 'analysis-is-pure', from: 'libs/analysis/chains/disk.ts', imports: 'node:fs' },
  { rule: 'patterns-without-themes', from: 'libs/analysis/patterns/back.ts', imports: '../themes/theme.js' },
  { rule: 'analysis-for-intelligence', from: 'libs/memories/analyses.ts', imports: '@mneme/analysis' },
  { rule: 'analysis-for-intelligence', from: 'apps/api/analyses.ts', imports: '@mneme/analysis' },
  { rule: 'libs-not-to-apps', from: 'libs/memories/app.ts', imports: '../../apps/api/main.js' },
  { rule: 'apps-not-to-tests', from: 'apps/api/test.ts', imports: '../../test/support/fake.js' },
  { rule: 'lib-only-through-its-index', from: 'libs/memories/inner.ts', imports: '../usage/inside.js' },
  { rule: 'lib-only-through-its-index', from: 'libs/retrieval/inner.ts', imports: '../platform/inside.js' },
  { rule: 'app-only-through-index', from: 'apps/api/inner.ts', imports: '../../libs/memories/inside.js' },
  { rule: 'lib-not-through-its-own-index', from: 'libs/memories/own.ts', imports: './index.js' },
  { rule: 'lib-not-through-its-own-index', from: 'libs/memories/own-alias.ts', imports: '@mneme/memories' },
  { rule: 'alias-between-libs', from: 'libs/memories/relative.ts', imports: '../usage/index.js' },
  { rule: 'feature-edges-memories', from: 'libs/memories/edge.ts', imports: '@mneme/keys' },
  { rule: 'feature-edges-intelligence', from: 'libs/intelligence/edge.ts', imports: '@mneme/webhooks' },
  { rule: 'feature-edges-webhooks', from: 'libs/webhooks/edge.ts', imports: '@mneme/usage' },
  { rule: 'feature-edges-keys', from: 'libs/keys/edge.ts', imports: '@mneme/memories' },
  { rule: 'feature-edges-usage', from: 'libs/usage/edge.ts', imports: '@mneme/memories' },
  { rule: 'feature-edges-unlisted', from: 'libs/notes/edge.ts', imports: '@mneme/memories' },
  { rule: 'one-qdrant-client', from: 'libs/memories/qdrant.ts', imports: '@qdrant/js-client-rest' },
  { rule: 'one-qdrant-client', from: 'libs/retrieval/other.ts', imports: '@qdrant/js-client-rest' },
  { rule: 'one-qdrant-client', from: 'libs/retrieval/qdrant/qdrant.index.ts', imports: '@qdrant/js-client-rest' },
  { rule: 'controllers-without-database', from: 'libs/memories/pg.controller.ts', imports: 'pg' },
  { rule: 'controllers-without-database', from: 'libs/memories/orm.controller.ts', imports: 'typeorm' },
  { rule: 'controllers-without-database', from: 'libs/memories/rows.controller.ts', imports: './rows.repository.js' },
  { rule: 'migrations-stand-alone', from: 'libs/memories/rules.migration.ts', imports: './inside.js' },
  { rule: 'migrations-stand-alone', from: 'libs/memories/node.migration.ts', imports: 'node:crypto' },
  { rule: 'migrations-stand-alone', from: 'libs/memories/types.migration.ts', imports: './inside.js', types: true },
  { rule: 'migrations-import-types', from: 'libs/memories/orm.migration.ts', imports: 'typeorm' },
  { rule: 'one-postgres-driver', from: 'libs/memories/driver.ts', imports: 'pg' },
];

/** What the house allows: none of these may be reported. */
export const ALLOWED_IMPORTS: readonly Omit<PlantedImport, 'rule'>[] = [
  { from: 'apps/api/composes.ts', imports: '@mneme/memories' },
  { from: 'libs/memories/allowed-usage.ts', imports: '@mneme/usage' },
  { from: 'libs/memories/allowed-retrieval.ts', imports: '@mneme/retrieval' },
  { from: 'libs/memories/rows.service.ts', imports: './rows.repository.js' },
  { from: 'libs/intelligence/analyses.ts', imports: '@mneme/analysis' },
  { from: 'libs/analysis/patterns/counts.ts', imports: '../inside.js' },
  { from: 'libs/intelligence/allowed.ts', imports: '@mneme/memories' },
  { from: 'libs/webhooks/allowed.ts', imports: '@mneme/keys' },
  { from: 'libs/keys/allowed.ts', imports: '@mneme/usage' },
  { from: 'libs/notes/allowed.ts', imports: '@mneme/platform' },
  { from: 'libs/retrieval/qdrant/qdrant.connection.ts', imports: '@qdrant/js-client-rest' },
  { from: 'libs/platform/database/driver.ts', imports: 'pg' },
  { from: 'libs/memories/orm.repository.ts', imports: 'typeorm' },
  { from: 'libs/memories/tables.migration.ts', imports: 'typeorm', types: true },
];
