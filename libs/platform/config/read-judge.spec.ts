import { ConfigError, readConfig } from './read-config.js';

const MODEL = { INTELLIGENCE_MODEL: 'openai:llama3.1:8b', INTELLIGENCE_URL: 'http://127.0.0.1:11434/v1' };
const judgeOf = (env: Record<string, string>) => readConfig({ env, terminal: false }).judge;
const problems = (env: Record<string, string>): readonly string[] => {
  try {
    judgeOf(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

describe('the language model of the configuration', () => {
  it('is none where it is not named, also with everything else', () => {
    expect(judgeOf({})).toBeUndefined();
    expect(judgeOf({ INTELLIGENCE_URL: MODEL.INTELLIGENCE_URL, INTELLIGENCE_API_KEY: 'key' })).toBeUndefined();
  });

  it('has its limits where none are set', () => {
    expect(judgeOf(MODEL)).toEqual({
      model: 'llama3.1:8b',
      url: 'http://127.0.0.1:11434/v1',
      apiKey: undefined,
      timeoutMs: 20_000,
      callsPerDay: 200,
      tokensPerDay: 1_000_000,
    });
  });

  it.each([
    [{ INTELLIGENCE_MODEL: 'openai:m' }, 'INTELLIGENCE_URL is required with INTELLIGENCE_MODEL'],
    [{ ...MODEL, INTELLIGENCE_MODEL: 'm' }, 'INTELLIGENCE_MODEL must be openai: and the name of a model'],
    [{ ...MODEL, INTELLIGENCE_MODEL: 'openai: ' }, 'INTELLIGENCE_MODEL must be openai: and the name of a model'],
    [
      { ...MODEL, INTELLIGENCE_URL: 'ftp://host' },
      'INTELLIGENCE_URL must be a URL that starts with https:// or http://',
    ],
    [
      { ...MODEL, INTELLIGENCE_URL: 'https://me:secret@host/v1' },
      'INTELLIGENCE_URL must not hold a user or password: set INTELLIGENCE_API_KEY',
    ],
    [
      { ...MODEL, INTELLIGENCE_TIMEOUT_MS: '999' },
      'INTELLIGENCE_TIMEOUT_MS must be a whole number from 1000 to 120000',
    ],
    [
      { ...MODEL, INTELLIGENCE_CALLS_PER_DAY: '0' },
      'INTELLIGENCE_CALLS_PER_DAY must be a whole number from 1 to 1000000',
    ],
    [
      { ...MODEL, INTELLIGENCE_TOKENS_PER_DAY: 'many' },
      'INTELLIGENCE_TOKENS_PER_DAY must be a whole number from 1000 to 1000000000',
    ],
  ])('is refused where it cannot work: %j', (env, problem) => {
    expect(problems(env)).toEqual([problem]);
  });
});
