import type { JudgeConfig } from './app-config.js';
import type { EnvReader } from './env-reader.js';

const PREFIX = 'openai:';

/** The language model that judges decision chains; undefined where none is named. */
export function readJudge(reader: EnvReader): JudgeConfig | undefined {
  const name = reader.text('INTELLIGENCE_MODEL');
  const url = readUrl(reader, name !== undefined);
  const rest = {
    apiKey: reader.text('INTELLIGENCE_API_KEY'),
    timeoutMs: reader.integer('INTELLIGENCE_TIMEOUT_MS', 20_000, 1_000, 120_000),
    callsPerDay: reader.integer('INTELLIGENCE_CALLS_PER_DAY', 200, 1, 1_000_000),
    tokensPerDay: reader.integer('INTELLIGENCE_TOKENS_PER_DAY', 1_000_000, 1_000, 1_000_000_000),
  };
  if (name === undefined) return undefined;
  const model = name.startsWith(PREFIX) ? name.slice(PREFIX.length).trim() : '';
  if (model === '') reader.refuse('INTELLIGENCE_MODEL', 'must be openai: and the name of a model', undefined);
  return { model, url: url ?? '', ...rest };
}

function readUrl(reader: EnvReader, required: boolean): string | undefined {
  const url = reader.url('INTELLIGENCE_URL', ['https:', 'http:']);
  if (url === undefined) {
    if (required && reader.text('INTELLIGENCE_URL') === undefined) {
      reader.refuse('INTELLIGENCE_URL', 'is required with INTELLIGENCE_MODEL', undefined);
    }
    return undefined;
  }
  const { username, password } = new URL(url);
  if (username === '' && password === '') return url;
  return reader.refuse('INTELLIGENCE_URL', 'must not hold a user or password: set INTELLIGENCE_API_KEY', undefined);
}
