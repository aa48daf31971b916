import { OpenAiChatModel } from '../../../libs/intelligence/chat-model/openai.chat-model.js';
import { ChatEndpoint, knowsNot, says, status } from '../../support/judge/chat-endpoint.js';
import { chatModelContract } from './chat-model.contract-suite.js';

const PROMPT = { system: 'the rules', user: 'the data', maxTokens: 100 };
const LIMITS = { timeoutMs: 5_000, caller: undefined };
const open = ({ url, key }: Pick<ChatEndpoint, 'url' | 'key'>, apiKey = key): OpenAiChatModel =>
  new OpenAiChatModel({ url, apiKey, model: 'judge-of-tests' });

chatModelContract('behind the OpenAI chat call', open);

describe('the OpenAI chat call', () => {
  let endpoint: ChatEndpoint;
  beforeEach(async () => {
    endpoint = await ChatEndpoint.start();
    endpoint.always = says('ok');
  });
  afterEach(() => endpoint.stop());

  it('asks for JSON, without chance, within the tokens', async () => {
    await open(endpoint).complete(PROMPT, LIMITS);
    expect(endpoint.requests[0]?.body).toMatchObject({
      model: 'judge-of-tests',
      temperature: 0,
      seed: 1,
      max_tokens: 100,
      response_format: { type: 'json_object' },
    });
  });

  it('does without what the endpoint does not know, and remembers it', async () => {
    const model = open(endpoint);
    endpoint.always = knowsNot(['response_format'], says('ok'));
    await model.complete(PROMPT, LIMITS);
    await model.complete(PROMPT, LIMITS);
    const asked = endpoint.requests.map(({ body }) => 'response_format' in body);
    expect(asked).toEqual([true, false, false]);
    expect(endpoint.requests[1]?.body).toMatchObject({ temperature: 0, seed: 1, max_tokens: 100 });
  });

  it('asks models that accept no temperature in their own terms', async () => {
    endpoint.always = knowsNot(['temperature', 'max_tokens'], says('ok'));
    await open(endpoint).complete(PROMPT, LIMITS);
    expect(endpoint.requests).toHaveLength(3);
    expect(endpoint.requests[2]?.body).toMatchObject({ max_completion_tokens: 400 });
  });

  it('gives up where the endpoint accepts no form of the request, and remembers none', async () => {
    const model = open(endpoint);
    endpoint.always = status(400);
    await expect(model.complete(PROMPT, LIMITS)).rejects.toMatchObject({ failure: 'rejected' });
    expect(endpoint.requests).toHaveLength(3);
    endpoint.always = says('ok');
    await model.complete(PROMPT, LIMITS);
    expect(endpoint.requests[3]?.body).toHaveProperty('response_format');
  });

  it.each(['', '/', '/chat/completions', '/chat/completions/'])(
    'finds the address from one that ends with "%s"',
    async (end) => {
      await open({ url: endpoint.url + end, key: endpoint.key }).complete(PROMPT, LIMITS);
      expect(endpoint.requests).toHaveLength(1);
    },
  );

  it('sends no key where there is none', async () => {
    const model = new OpenAiChatModel({ url: endpoint.url, apiKey: undefined, model: 'm' });
    await expect(model.complete(PROMPT, LIMITS)).rejects.toMatchObject({ failure: 'rejected' });
    expect(endpoint.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});
