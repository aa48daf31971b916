/** Packages that are bundled with the importers of the client, instead of being installed with it. */
const BUNDLED = '(^|/)node_modules/@streamparser/json/';

/**
 * What stands outside of the service: the console and the packages, and who may import them.
 * @param builtIn which modules are Node.js itself
 */
exports.clientRules = (builtIn) => [
  {
    name: 'console-speaks-through-client',
    comment: 'The console runs in a browser: itself, the client, and libraries that are built into it.',
    from: { path: '^apps/console/', pathNot: '^apps/console/vite\\.config\\.ts$' },
    to: {
      path: ['^(apps|libs|packages|test|tools|docs)/', builtIn],
      pathNot: ['^apps/console/', '^packages/client/src/'],
    },
  },
  {
    name: 'console-one-way',
    comment: 'Pages are made of components and data; the shell shows the pages.',
    from: { path: '^apps/console/(text|session|data|components|filters|charts)/' },
    to: { path: '^apps/console/(pages|shell)/' },
  },
  {
    name: 'console-pages-apart',
    comment: 'What two pages share is a component, or data.',
    from: { path: '^apps/console/pages/([^/]+)/' },
    to: { path: '^apps/console/(pages|shell)/', pathNot: '^apps/console/pages/$1/' },
  },
  {
    name: 'console-inside-out',
    comment: 'Nothing of the service needs the console: it serves what was built of it.',
    from: { path: '^(apps|libs|packages)/', pathNot: '^apps/console/' },
    to: { path: '^apps/console/' },
  },
  {
    name: 'packages-stand-alone',
    comment: 'A package is what its users install: nothing of the service, and no package that it does not declare.',
    from: { path: '^packages/[^/]+/src/' },
    to: { path: ['^(apps|libs|test|tools|docs)/', '(^|/)node_modules/', builtIn], pathNot: BUNDLED },
  },
  {
    name: 'bundled-with-importers-only',
    comment: 'What packages/client/build.mjs puts into dist/import is not in the main entry, which has no dependency.',
    from: { path: '^packages/[^/]+/src/', pathNot: '^packages/client/src/import/' },
    to: { path: [BUNDLED, '^packages/client/src/import/'] },
  },
  {
    name: 'libs-without-client',
    comment:
      'The client speaks to the service from outside: only the command line, the console, the tests, examples, and MCP, whose tools are calls of the API, use it.',
    from: { path: '^(libs|apps|docs)/', pathNot: '^(apps/(cli|console)|libs/mcp|docs/examples/adapters)/' },
    to: { path: '^packages/' },
  },
];
