import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const SERVICE = ['apps/**/*.{ts,tsx}', 'libs/**/*.ts', 'docs/examples/**/*.ts', 'packages/**/*.ts'];
const TESTS = ['test/**/*.ts', '**/*.spec.ts', '**/*.contract.ts', '**/*.e2e.ts'];
const NODE_GLOBALS = [
  'process',
  'console',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'URL',
  'Buffer',
  'performance',
  'AbortSignal',
  'queueMicrotask',
  'crypto',
  'atob',
  'btoa',
  'Blob',
  'TextEncoder',
  'ReadableStream',
];

const UNUSED = {
  argsIgnorePattern: '^_',
  ignoreRestSiblings: true,
  destructuredArrayIgnorePattern: '^_',
  caughtErrors: 'all',
};
const globals = Object.fromEntries([...NODE_GLOBALS, 'module', 'require'].map((name) => [name, 'readonly']));

/** The rules of CONTRIBUTING.md that a linter can hold; test/architecture holds those of files and folders. */
export default tseslint.config(
  {
    ignores: [
      'dist/',
      'dist-test/',
      'dist-console/',
      'packages/*/dist/',
      'packages/client/src/generated/',
      'coverage/',
      'models/',
      '.mneme/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { files: ['**/*.{js,cjs,mjs}'], languageOptions: { globals }, rules: { 'no-unused-vars': ['error', UNUSED] } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // Off in files with decorators by itself: there a class import is also a value (emitDecoratorMetadata).
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', UNUSED],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Modules of Nest are classes without members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowStaticOnly: true }],
      // The index signatures of configuration and headers read better with brackets (and tsc agrees).
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // A method of an adapter is async because its port is.
      '@typescript-eslint/require-await': 'off',
      // DTOs and AppConfig are shapes with decorators: object literals of that shape are what they are for.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Spreading a string counts code points, which is how lengths are counted here.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string', 'AppConfig'] }],
      // `return fail(...)` in one line beats three.
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    files: SERVICE,
    ignores: TESTS,
    rules: {
      'max-lines-per-function': ['error', { max: 50 }],
      complexity: ['error', 12],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only libs/platform/config reads the environment (rule 8).' },
      ],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:process', importNames: ['env'], message: 'Only libs/platform/config reads it.' }] },
      ],
    },
  },
  // Every source, tests and tools too.
  { files: ['**/*.{ts,tsx,js,mjs,cjs}'], rules: { 'max-lines': ['error', 300] } },
  // Arithmetic over arrays: each `?? 0` that the compiler asks for counts as a branch.
  { files: ['libs/analysis/**/*.ts'], rules: { complexity: ['error', 27] } },
  // The client has variables of its own.
  {
    files: ['libs/platform/config/*.ts', 'packages/client/src/client.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  // SQL is as long as its tables.
  { files: ['**/*.migration.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    // A command line and an application's first lines speak to a person.
    files: ['apps/**/*.ts', 'tools/**/*.ts', 'test/bench/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
