// The CommonJS build loads with require, and is the same client.
const { Mneme, MnemeError } = require('../../dist/index.cjs');
const { IMPORT_FORMS } = require('../../dist/import.cjs');

const mneme = new Mneme({ apiKey: 'x', tenantId: 'x', baseUrl: 'http://127.0.0.1:49151', maxRetries: 0 });
mneme.memories.count().then(
  () => process.exit(1),
  (error) => process.exit(error instanceof MnemeError && IMPORT_FORMS.includes('mem0') ? 0 : 1),
);
