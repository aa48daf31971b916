/** One line of a Dockerfile, its continuations joined. */
export interface Instruction {
  /** In capitals: `COPY`. */
  readonly name: string;
  /** `--from=build` as `{ from: 'build' }`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What stands behind the flags, as it is written. */
  readonly text: string;
}

/** Reads a Dockerfile's instructions; comments and parser directives are left out. */
export function parseDockerfile(source: string): Instruction[] {
  const lines = source.split('\n').filter((line) => !/^\s*#/.test(line));
  return lines
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseInstruction);
}

function parseInstruction(line: string): Instruction {
  const [, name, rest] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
  if (name === undefined || rest === undefined) throw new Error(`not an instruction: ${line}`);
  const flags: Record<string, string> = {};
  let text = rest.trim();
  for (let flag = takeFlag(text); flag !== undefined; flag = takeFlag(text)) {
    flags[flag.name] = flag.value;
    text = flag.rest;
  }
  return { name: name.toUpperCase(), flags, text };
}

function takeFlag(text: string): { name: string; value: string; rest: string } | undefined {
  const [, name, value, rest] = /^--([a-z-]+)=(\S+)\s+(.*)$/.exec(text) ?? [];
  return name === undefined ? undefined : { name, value: value ?? '', rest: rest ?? '' };
}

/** Puts values in the place of `$NAME` and `${NAME}`. @throws Error where one is used that nobody has set */
export function substitute(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    const value = values[name];
    if (value === undefined) throw new Error(`${name} is used and not set: ${text}`);
    return value;
  });
}

/** `A=1 B="two words"`, as in ENV, LABEL and ARG. */
export function parsePairs(text: string): [string, string][] {
  return [...text.matchAll(/([\w.]+)=("(?:[^"\\]|\\.)*"|\S*)/g)].map(([, name = '', value = '']) => [
    name,
    value.startsWith('"') ? (JSON.parse(value) as string) : value,
  ]);
}

/** The words of a command: JSON as they are, a line through a shell. */
export function parseCommand(text: string): string[] {
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : ['/bin/sh', '-c', text];
}
