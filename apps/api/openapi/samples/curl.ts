import { literal, type LiteralStyle } from './literal.js';
import type { SampleCall } from './sample-call.js';

const JSON_STYLE: LiteralStyle = {
  indent: '  ',
  text: (value) => JSON.stringify(value),
  word: String,
  key: (name) => JSON.stringify(name),
  spaced: true,
  lastComma: false,
};

/** The request as a command of a POSIX shell. The key comes from the environment. */
export function curlSample(call: SampleCall, base: string): string {
  const { method, secured, body, records } = call;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(base + addressOf(call))}`,
    ...(secured ? ['-H "Authorization: Bearer $MNEME_API_KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(literal(body, JSON_STYLE))}`]),
    ...(records === undefined ? [] : ["-H 'Content-Type: application/x-ndjson'", `--data-binary ${ndjson(records)}`]),
  ];
  return lines.join(' \\\n  ');
}

function addressOf({ path, inPath, inQuery }: SampleCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const query = new URLSearchParams(
    Object.entries(inQuery).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

/** Every line of NDJSON ends with a line feed, which a command line can hold between quotes. */
function ndjson(records: readonly object[]): string {
  return quoted(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
