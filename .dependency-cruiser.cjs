/**
 * The house (docs/internals/architecture.md): apps → features → retrieval → platform, one way, only through each folder's
 * index.ts, without a circle. test/architecture proves with planted violations that each rule bites.
 */

const { clientRules } = require('./.dependency-cruiser.clients.cjs');

/** Which features a feature may import. A new feature gets its line here; events need none. */
const FEATURES = {
  memories: ['usage'],
  intelligence: ['memories', 'usage'],
  webhooks: ['memories', 'keys'],
  keys: ['usage'],
  usage: [],
  mcp: [],
};

/** The rooms of a library, each importing only rooms named before it. A new room gets its place here. */
const ROOMS = {
  platform: [
    'clock',
    'config',
    'errors',
    'ids',
    'auth',
    'context',
    'data-directory',
    'events',
    'migrations',
    'validation',
    'answers',
    'concurrency',
    'bodies',
    'observability',
    'redis',
    'warm-up',
    'database',
    'http',
    'jobs',
    'erasure',
    'idempotency',
    'outbox',
    'installation',
  ],
  keys: ['hashing', 'migrations', 'api-keys', 'credentials'],
  usage: ['migrations', 'plans', 'calls', 'rate-limits'],
  memories: [
    'migrations',
    'storage',
    'indexing',
    'listing',
    'records',
    'history',
    'expiry',
    'reindex',
    'search',
    'transfer',
    'deletion',
  ],
  webhooks: ['http', 'migrations', 'scheduling', 'registration', 'delivery', 'delivery-log', 'operations'],
  intelligence: ['migrations', 'stored-form', 'workers', 'features', 'chat-model', 'judge', 'chains', 'patterns'],
  retrieval: [
    'text',
    'dates',
    'lexical',
    'text-models',
    'embedding',
    'vector-index',
    'models',
    'pgvector',
    'qdrant',
    'in-memory',
  ],
  mcp: ['http', 'text', 'tools'],
  analysis: ['features', 'statistics', 'patterns', 'themes', 'chains'],
  'analysis/patterns': ['types', 'calendar', 'items', 'baselines', 'families', 'selection', 'report'],
  'analysis/chains': [
    'text',
    'types',
    'model',
    'weights',
    'roles',
    'topic',
    'membership',
    'story',
    'ranking',
    'report',
  ],
};

const names = Object.keys(FEATURES).join('|');
/** Modules of Node.js itself, as the checker names them. */
const BUILT_IN = `^(node:)?(${require('node:module').builtinModules.join('|')})$`;
/** What others import: the index of a library, and of each room of platform. */
const DOORS = ['^libs/[^/]+/index\\.ts$', '^libs/platform/[^/]+/index\\.ts$'];
const SPEC = '\\.(spec|contract|e2e)\\.ts$';

const featureEdges = Object.entries(FEATURES).map(([feature, allowed]) => ({
  name: `feature-edges-${feature}`,
  comment: `${feature} may import ${allowed.join(' and ') || 'no other feature'}; everything else travels as an event.`,
  from: { path: `^libs/${feature}/` },
  to: { path: `^libs/(${names})/`, pathNot: `^libs/(${[feature, ...allowed].join('|')})/` },
}));

const roomOrder = Object.entries(ROOMS).flatMap(([lib, rooms]) =>
  rooms.slice(0, -1).map((room, i) => ({
    name: `rooms-one-way-${lib.replace('/', '-')}`,
    comment: `Rooms of ${lib} import only those named before them in ROOMS.`,
    from: { path: `^libs/${lib}/${room}/`, pathNot: SPEC },
    to: { path: `^libs/${lib}/(${rooms.slice(i + 1).join('|')})/` },
  })),
);

const unlistedRooms = Object.entries(ROOMS).map(([lib, rooms]) => ({
  name: `rooms-listed-${lib.replace('/', '-')}`,
  comment: `A room of ${lib} has its place in ROOMS.`,
  from: {},
  to: { path: `^libs/${lib}/[^/]+/`, pathNot: `^libs/${lib}/(${[...rooms, 'dto'].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...roomOrder,
    ...unlistedRooms,
    {
      name: 'no-circular',
      comment: 'A circle has no order to load in, and no order to read in.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment:
        'The import leads nowhere. (Tools and examples may run on the build; the lane `adapters` installs the frameworks.)',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: ['(^|/)dist(-test)?/', '^ai(/test)?$', '^@(langchain|mastra|mneme|openai)/'],
      },
    },
    {
      name: 'not-to-dev-dependency',
      comment: 'What runs in production cannot need a development package.',
      from: { path: '^(apps|libs)/', pathNot: [SPEC, '^apps/console/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-knows-nobody',
      comment: 'platform imports no other lib, and no app.',
      from: { path: '^libs/platform/' },
      to: { path: '^(libs|apps|test|tools)/', pathNot: '^libs/platform/' },
    },
    {
      name: 'retrieval-knows-platform-only',
      comment: 'retrieval imports platform and nothing else of ours.',
      from: { path: '^libs/retrieval/', pathNot: SPEC },
      to: { path: '^(libs|apps|test|tools)/', pathNot: '^libs/(retrieval|platform)/' },
    },
    {
      name: 'analysis-is-pure',
      comment: 'analysis computes: no other lib of ours, no framework, no database, nothing of the machine.',
      from: { path: '^libs/analysis/', pathNot: SPEC },
      to: {
        path: [
          '^(libs|apps|test|tools|docs)/',
          '(^|/)node_modules/(@nestjs|typeorm|pg|rxjs|fastify|piscina)/',
          BUILT_IN,
        ],
        pathNot: '^libs/analysis/',
      },
    },
    {
      name: 'patterns-without-themes',
      comment: 'Themes are made of what patterns are made of; they meet in find-patterns.ts.',
      from: { path: '^libs/analysis/patterns/', pathNot: SPEC },
      to: { path: '^libs/analysis/(themes/|find-patterns)' },
    },
    {
      name: 'analysis-for-intelligence',
      comment: 'What is computed reaches the rest through the intelligence feature.',
      from: { path: '^(apps|libs)/', pathNot: '^libs/(analysis|intelligence)/' },
      to: { path: '^libs/analysis/' },
    },
    {
      name: 'libs-not-to-apps',
      comment: 'apps compose, libs do.',
      from: { path: '^libs/', pathNot: SPEC },
      to: { path: '^(apps|test|tools|docs)/' },
    },
    {
      name: 'apps-not-to-tests',
      comment: 'Nothing that ships leans on what tests and tools bring.',
      from: { path: '^apps/', pathNot: SPEC },
      to: { path: '^(test|tools|docs)/' },
    },
    {
      name: 'lib-only-through-its-index',
      comment: "Another folder's inside is its own business: import from '@mneme/<lib>'.",
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/', pathNot: ['^libs/$1/', ...DOORS] },
    },
    {
      name: 'app-only-through-index',
      comment: "Import from '@mneme/<lib>'.",
      from: { path: '^(apps|docs)/' },
      to: { path: '^libs/[^/]+/', pathNot: DOORS },
    },
    {
      name: 'lib-not-through-its-own-index',
      comment: "Inside a lib files import each other directly; its index is the others' door.",
      from: { path: '^libs/([^/]+)/.+', pathNot: [...DOORS, SPEC] },
      to: { path: ['^libs/$1/index\\.ts$', '^libs/$1/[^/]+/index\\.ts$'] },
    },
    {
      name: 'alias-between-libs',
      comment: "Even another lib's index.ts is imported by its alias, '@mneme/<lib>', not by a relative path.",
      from: { path: '^(libs/[^/]+|apps/[^/]+|docs)/' },
      to: { path: '^libs/', pathNot: '^$1/', dependencyTypesNot: ['aliased'] },
    },
    ...clientRules(BUILT_IN),
    ...featureEdges,
    {
      name: 'feature-edges-unlisted',
      comment: 'A feature that FEATURES does not list imports no other feature.',
      from: { path: '^libs/([^/]+)/', pathNot: `^libs/(platform|retrieval|analysis|${names})/` },
      to: { path: '^libs/', pathNot: '^libs/($1|retrieval|platform)/' },
    },
    {
      name: 'one-qdrant-client',
      comment:
        'One class alone imports the client and the way past it, so that time limits, tries and failures are the same for every call.',
      from: { path: '^(apps|libs|tools)/', pathNot: '^libs/retrieval/qdrant/qdrant\\.(connection|http)\\.ts$' },
      to: { path: '@qdrant/|qdrant\\.http\\.ts$' },
    },
    {
      name: 'undici-at-two-doors',
      comment: 'The calls that every search and write waits for do without `fetch`; all others use it.',
      from: {
        path: '^(apps|libs|tools)/',
        pathNot: '^libs/retrieval/(qdrant/qdrant\\.http|embedding/embeddings-api)\\.ts$',
      },
      to: { path: '(^|/)node_modules/undici/' },
    },
    {
      name: 'controllers-without-database',
      comment: 'A controller method is one statement; queries live in repositories.',
      from: { path: '\\.controller\\.ts$' },
      to: { path: '(^|/)node_modules/(typeorm|pg|@nestjs/typeorm)/|\\.repository\\.ts$' },
    },
    {
      name: 'migrations-stand-alone',
      comment:
        'A migration that ran never changes, so it holds all of what it does: it imports types of TypeORM alone.',
      from: { path: '\\.migration\\.ts$' },
      to: { pathNot: '(^|/)node_modules/typeorm/' },
    },
    {
      name: 'migrations-import-types',
      comment: 'Of TypeORM too: what a package computes may change with its version.',
      from: { path: '\\.migration\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'one-postgres-driver',
      comment: 'Everything goes through TenantDb; the driver is opened by platform/database only.',
      from: { path: '^(apps|libs)/', pathNot: ['^libs/platform/database/', SPEC] },
      to: { path: '(^|/)node_modules/pg/' },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((dist|dist-test|dist-console|coverage|models)|packages/[^/]+/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
