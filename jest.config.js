/** Sources run through swc as CommonJS; the packages named here ship ES modules only. */
const esModules = [
  '@borewit',
  '@nestjs',
  '@qdrant',
  '@tokenizer',
  '@xenova',
  'cookie',
  'file-type',
  'jose',
  'load-esm',
  'piscina',
  'porter2',
  'request-filtering-agent',
  'strtok3',
  'token-types',
  'uint8array-extras',
  'uuid',
];

const common = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.[cm]?[jt]s$': '@swc/jest' },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  moduleNameMapper: {
    '^@mneme/client$': '<rootDir>/packages/client/src/index.ts',
    '^@mneme/client/import$': '<rootDir>/packages/client/src/import/index.ts',
    '^@mneme/platform/([a-z-]+)$': '<rootDir>/libs/platform/$1/index.ts',
    '^@mneme/([a-z0-9-]+)$': '<rootDir>/libs/$1/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

/** The end-to-end suite, over HTTP against one running service; the same on every database, and what only one has. */
const endToEnd = (profile, roots = []) => ({
  ...common,
  displayName: `e2e ${profile}`,
  roots: ['<rootDir>/test/e2e', ...roots],
  testRegex: '\\.e2e\\.ts$',
  globals: { profile },
  globalSetup: `<rootDir>/dist-test/test/support/${profile}.setup.js`,
  globalTeardown: '<rootDir>/dist-test/test/support/teardown.js',
});

/** What several processes on one PostgreSQL and one Redis do together. */
const severalProcesses = process.env.TEST_REDIS_URL ? ['<rootDir>/test/replicas'] : [];

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
      testRegex: '\\.(spec|contract)\\.ts$',
      globalSetup: '<rootDir>/test/support/unit.setup.ts',
      globalTeardown: '<rootDir>/test/support/unit.teardown.ts',
    },
    endToEnd('embedded', ['<rootDir>/test/embedded', '<rootDir>/test/console']),
    ...(process.env.TEST_DATABASE_URL ? [endToEnd('postgres', ['<rootDir>/test/postgres', ...severalProcesses])] : []),
  ],
  collectCoverageFrom: ['{apps,libs}/**/*.ts', '!**/*.{spec,migration}.ts', '!**/index.ts'],
  coverageReporters: ['text-summary', 'lcov'],
  maxWorkers: 2,
  // A service that a test starts for itself may take its time on a busy machine.
  testTimeout: 180_000,
};
