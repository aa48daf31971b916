import { DomainError } from '../errors/domain-error.js';
import { parseJsonBody } from './json-body.js';

const faultOf = (text: string): { message: string; field?: string } | undefined => {
  try {
    parseJsonBody(Buffer.from(text));
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.faults[0] : { message: String(error) };
  }
};

describe('parseJsonBody', () => {
  it('takes what JSON takes, and nothing for an empty body', () => {
    expect(parseJsonBody(Buffer.from('{"a":[1,"x",null]}'))).toEqual({ a: [1, 'x', null] });
    expect(parseJsonBody(Buffer.from(' \n'))).toBeUndefined();
  });

  it('says where a text stops being JSON', () => {
    expect(faultOf('{"a":')?.message).toMatch(/^the body is not valid JSON: /);
  });

  it.each(['{"m":{"__proto__":{}}}', '{"m":[{"a":{"__proto__":1}}]}', '{"m":{"\\u005f_proto__":1}}'])(
    'refuses %s and names the field',
    (text) => {
      expect(faultOf(text)).toEqual({ message: 'm must not have a key __proto__', field: 'm' });
    },
  );

  it('refuses __proto__ of the body itself', () => {
    expect(faultOf('{"__proto__":{}}')).toEqual({ message: 'the body must not have a key __proto__' });
  });

  it('takes a text that merely speaks of __proto__', () => {
    expect(parseJsonBody(Buffer.from('{"a":"\\"__proto__\\":1"}'))).toEqual({ a: '"__proto__":1' });
  });

  it('refuses nesting that would exhaust whoever walks it', () => {
    expect(faultOf(`{"m":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)?.message).toContain('nested');
    expect(faultOf(`{"m":${'['.repeat(60)}${']'.repeat(60)}}`)).toBeUndefined();
  });
});
