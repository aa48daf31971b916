/** Sources run through swc as CommonJS; the packages named below ship ES modules only. */
const esmOnly = ['@nestjs', '@xenova', '@qdrant', 'cookie', 'file-type', 'load-esm', 'uuid', 'jose', 'porter2', 'piscina', 'strtok3', 'token-types', 'uint8array-extras', '@tokenizer', '@borewit'];

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
  testRegex: '\\.(spec|e2e|contract)\\.ts$',
  transform: { '^.+\\.[cm]?[jt]s$': '@swc/jest' },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: {
    '^@mneme/([a-z]+)$': '<rootDir>/libs/$1/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  maxWorkers: 2,
  testTimeout: 20_000,
};
