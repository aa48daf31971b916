import { readFileSync } from 'node:fs';
import { parseCommand, parseDockerfile, parsePairs, substitute } from './dockerfile.js';

describe('the Dockerfile', () => {
  const instructions = parseDockerfile(readFileSync('Dockerfile', 'utf8'));
  const last = (name: string): string => instructions.findLast((each) => each.name === name)?.text ?? '';

  it('runs node itself as an unprivileged user that is a number', () => {
    expect(parseCommand(last('ENTRYPOINT'))[0]).toBe('node');
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(last('HEALTHCHECK')).not.toMatch(/curl|wget/);
  });

  it('names every stage, and takes each base from one argument', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => text);
    expect(bases.every((text) => / AS [a-z]+$/.test(text))).toBe(true);
    expect(new Set(bases.map((text) => text.split(' ')[0]))).toEqual(new Set(['${NODE_IMAGE}', 'packages', 'build']));
  });
});

describe('reading a Dockerfile', () => {
  it('joins lines, drops comments and takes flags apart', () => {
    expect(parseDockerfile('# a comment\nRUN a \\\n# another\n  && b\n\ncopy --from=x --chown=1:1 c d\n')).toEqual([
      { name: 'RUN', flags: {}, text: 'a && b' },
      { name: 'COPY', flags: { from: 'x', chown: '1:1' }, text: 'c d' },
    ]);
  });

  it('reads pairs, commands and variables', () => {
    expect(parsePairs('A=1 b.c="two words" D=')).toEqual([
      ['A', '1'],
      ['b.c', 'two words'],
      ['D', ''],
    ]);
    expect(parseCommand('["node", "a.js"]')).toEqual(['node', 'a.js']);
    expect(parseCommand('a && b')).toEqual(['/bin/sh', '-c', 'a && b']);
    expect(substitute('${A}-$B', { A: '1', B: '2' })).toBe('1-2');
    expect(() => substitute('$C', {})).toThrow('C is used and not set');
  });
});
