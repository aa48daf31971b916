import { argumentList, type Item, type LiteralStyle } from './literal.js';
import { isSequence, sampleArguments, type SampleCall } from './sample-call.js';

/** What the methods of the package `mneme` take first. */
const FIRST: Readonly<Record<string, string>> = {
  'memories.search': 'query',
  'memories.createMany': 'memories',
  'memories.deleteMany': 'filter',
  'decisionChains.reconstruct': 'topic',
  'apiKeys.rotate': 'keyId',
  'apiKeys.revoke': 'keyId',
  'apiKeys.usage.get': 'keyId',
  'tenants.delete': 'tenantId',
};

const WORDS = new Map([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);
/** Of the words of Python, those that name an operation or a field. */
const KEYWORDS = new Set(['import', 'from', 'global', 'lambda']);

const STYLE: LiteralStyle = {
  indent: '    ',
  text: (value) => JSON.stringify(value),
  word: (value) => WORDS.get(value) ?? '',
  key: (name) => JSON.stringify(name),
  spaced: false,
  lastComma: true,
};

/** The call of the package `mneme`. */
export function pythonSample(call: SampleCall, base: string, tenantId: string): string {
  const { positional, named } = sampleArguments(call, FIRST);
  const items: Item[] = [
    ...positional.map((value): Item => [value]),
    ...Object.entries(named).map(([name, value]): Item => [value, `${snake(name)}=`]),
  ];
  const method = `client.${call.operationId.split('.').map(snake).join('.')}${argumentList(items, STYLE)}`;
  return [
    'import os',
    '',
    'from mneme import Mneme',
    '',
    'client = Mneme(',
    '    api_key=os.environ["MNEME_API_KEY"],',
    `    tenant_id=${STYLE.text(tenantId)},`,
    `    base_url=${STYLE.text(base)},`,
    ')',
    '',
    ...(isSequence(call) ? [`for item in ${method}:`, '    print(item)'] : [`result = ${method}`]),
    '',
  ].join('\n');
}

/** `createMany` → `create_many`; a word of the language gets an underscore. */
function snake(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(words) ? `${words}_` : words;
}
