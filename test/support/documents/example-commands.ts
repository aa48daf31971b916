import { readFileSync } from 'node:fs';
import type { RequestOptions } from '../service/api.js';

/** A request that a document shows as a curl command. */
export interface ExampleCommand {
  readonly text: string;
  /** That the document says it answers with: ```sh test 201 */
  readonly status: number;
  /** The answer that follows as ```json; undefined where none is shown. */
  readonly answer: unknown;
}

const BLOCK = /^```sh test (\d{3})\n([\s\S]*?)^```\n(?:\n```json\n([\s\S]*?)^```\n)?/gm;

/** The commands of a Markdown file, in its order. */
export function exampleCommands(file: string): ExampleCommand[] {
  return [...readFileSync(file, 'utf8').matchAll(BLOCK)].map(([, status, text = '', answer]) => ({
    text: text.trim(),
    status: Number(status),
    answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown),
  }));
}

export interface CurlRequest extends RequestOptions {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** What curl would send. @param variables values of `$NAME` between double quotes */
export function curlRequest(command: string, variables: Readonly<Record<string, string>>): CurlRequest {
  const [program, ...words] = shellWords(command, variables);
  if (program !== 'curl') throw new Error(`not a curl command: ${command}`);
  const request = {
    method: '',
    url: '',
    headers: {} as Record<string, string>,
    rawBody: undefined as string | undefined,
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') request.method = words.shift() ?? '';
    else if (word === '-d') request.rawBody = words.shift();
    else if (word === '-H') addHeader(request.headers, words.shift() ?? '');
    else if (word.startsWith('http')) request.url = word;
    else if (word !== '-i' && word !== '-s') throw new Error(`unknown option ${word}`);
  }
  const { rawBody, method, ...rest } = request;
  const verb = method === '' ? (rawBody === undefined ? 'GET' : 'POST') : method;
  return { ...rest, method: verb, ...(rawBody === undefined ? {} : { rawBody }) };
}

function addHeader(headers: Record<string, string>, line: string): void {
  const [name = '', ...value] = line.split(':');
  headers[name.trim().toLowerCase()] = value.join(':').trim();
}

/** Words of a shell command: quotes, variables between double quotes, a backslash at a line's end. No more than that. */
function shellWords(command: string, variables: Readonly<Record<string, string>>): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const expand = (text: string): string =>
    text.replace(/\$([A-Z_]+)/g, (_, name: string) => {
      if (variables[name] === undefined) throw new Error(`the variable ${name} has no value`);
      return variables[name];
    });
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, literal?: string, expanded?: string) => literal ?? expand(expanded ?? '')),
  );
}

/** Where the real value has other fields or kinds than the one shown. */
export function shapeFaults(real: unknown, shown: unknown, at = '$'): string[] {
  if (Array.isArray(real) && Array.isArray(shown)) {
    return shown.flatMap((entry, index) => shapeFaults(real[index], entry, `${at}[${index}]`));
  }
  if (typeof real === 'object' && real !== null && typeof shown === 'object' && shown !== null) {
    const names = new Set([...Object.keys(real), ...Object.keys(shown)]);
    return [...names].flatMap((name) => shapeFaults(valueOf(real, name), valueOf(shown, name), `${at}.${name}`));
  }
  return typeof real === typeof shown ? [] : [`${at}: ${JSON.stringify(real)} is not like ${JSON.stringify(shown)}`];
}

function valueOf(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}
