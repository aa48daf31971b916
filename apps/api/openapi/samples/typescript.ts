import { argumentList, literal, type LiteralStyle } from './literal.js';
import { isSequence, sampleArguments, type SampleCall } from './sample-call.js';

/** What the methods of `@mneme/client` take first. */
const FIRST: Readonly<Record<string, string>> = {
  'memories.search': 'query',
  'memories.createMany': 'memories',
  'decisionChains.reconstruct': 'topic',
  'apiKeys.rotate': 'keyId',
  'apiKeys.revoke': 'keyId',
  'apiKeys.usage.get': 'keyId',
  'webhooks.rotateSecret': 'secret',
  'tenants.delete': 'tenantId',
};

const STYLE: LiteralStyle = {
  indent: '  ',
  text: (value) =>
    `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`,
  word: String,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : STYLE.text(name)),
  spaced: true,
  lastComma: true,
};

/** The call of `@mneme/client`. */
export function typescriptSample(call: SampleCall, base: string, tenantId: string): string {
  const { positional, named } = sampleArguments(call, FIRST);
  const values = [...positional, ...(Object.keys(named).length === 0 ? [] : [named])];
  const method = `mneme.${call.operationId}${callOf(values)}`;
  return [
    "import { Mneme } from '@mneme/client';",
    '',
    'const apiKey = process.env.MNEME_API_KEY;',
    `const tenantId = ${STYLE.text(tenantId)};`,
    `const mneme = new Mneme({ apiKey, tenantId, baseUrl: ${STYLE.text(base)} });`,
    '',
    ...(isSequence(call)
      ? [`for await (const item of ${method}) {`, '  console.log(item);', '}']
      : [`const result = await ${method};`]),
    '',
  ].join('\n');
}

/** One argument stays on the line of its parenthesis, as Prettier has it. */
function callOf(values: readonly unknown[]): string {
  const [only] = values;
  if (values.length === 1) return `(${literal(only, STYLE)})`;
  return argumentList(
    values.map((value) => [value]),
    STYLE,
  );
}
