import { eventually } from '../../support/eventually.js';
import type { ChatModel, ChatModelError, ChatReply } from '../../../libs/intelligence/chat-model/chat-model.js';
import {
  breaksOff,
  ChatEndpoint,
  drip,
  hangsUp,
  huge,
  raw,
  says,
  silence,
  status,
} from '../../support/judge/chat-endpoint.js';

const PROMPT = { system: 'the rules', user: 'the private data', maxTokens: 100 };

/** How a model is opened on an endpoint, with the key of the endpoint or another one. */
export type OpenModel = (endpoint: Pick<ChatEndpoint, 'url' | 'key'>, key?: string) => ChatModel;

/** What every language model keeps to, whatever its endpoint does. */
export function chatModelContract(name: string, open: OpenModel): void {
  describe(`the language model ${name}`, () => {
    let endpoint: ChatEndpoint;
    beforeEach(async () => {
      endpoint = await ChatEndpoint.start();
    });
    afterEach(() => endpoint.stop());

    const complete = (timeoutMs = 5_000, caller?: AbortSignal, key = endpoint.key): Promise<ChatReply> =>
      open(endpoint, key).complete(PROMPT, { timeoutMs, caller });
    const failure = (reply: Promise<ChatReply>): Promise<ChatModelError> =>
      reply.then(
        () => {
          throw new Error('it did not fail');
        },
        (error: unknown) => error as ChatModelError,
      );

    it('sends the two texts apart, and gives back the reply with what it used', async () => {
      endpoint.always = says('the answer');
      expect(await complete()).toEqual({ text: 'the answer', usage: { promptTokens: 900, completionTokens: 100 } });
      expect(endpoint.requests.map(({ body }) => body.messages)).toEqual([
        [
          { role: 'system', content: 'the rules' },
          { role: 'user', content: 'the private data' },
        ],
      ]);
    });

    it.each([
      ['none', {}],
      ['negative', { prompt_tokens: -5, completion_tokens: 1 }],
      ['words', { prompt_tokens: 'many', completion_tokens: 1 }],
      ['absurd', { prompt_tokens: 1e15, completion_tokens: 1 }],
    ])('believes no usage that is %s', async (_, usage) => {
      endpoint.always = says('the answer', {}, usage);
      expect((await complete()).usage).toBeUndefined();
    });

    it.each([
      ['a refusal in words of its own', says(null, { message: { content: null, refusal: 'I cannot' } }), 'refused'],
      ['a filter', says('', { finish_reason: 'content_filter' }), 'refused'],
      ['a reply that was cut off', says('{"members": [', { finish_reason: 'length' }), 'unusable'],
      ['no text', says(null), 'unusable'],
      ['no choice', raw('{"choices": []}'), 'unusable'],
      ['a list', raw('[1, 2]'), 'unusable'],
      ['no JSON', raw('<html>busy</html>'), 'unusable'],
      ['nothing', raw(''), 'unusable'],
      ['a huge answer', huge(300_000), 'unusable'],
      ['an answer that breaks off', breaksOff, 'unusable'],
      ['a redirect', status(302, { location: 'http://127.0.0.1:9/v1/chat/completions' }), 'rejected'],
      ['a permanent redirect', status(308, { location: 'http://127.0.0.1:9/' }), 'rejected'],
      ['404', status(404), 'rejected'],
    ])('fails once and for all on %s', async (_, script, expected) => {
      endpoint.always = script;
      expect(await failure(complete())).toMatchObject({ name: 'ChatModelError', failure: expected });
      expect(endpoint.requests).toHaveLength(1);
    });

    it('says of a wrong key that it was rejected, and shows neither key nor prompt', async () => {
      const error = await failure(complete(5_000, undefined, 'a-secret-key'));
      expect(error).toMatchObject({ failure: 'rejected', message: 'it answered with status 401' });
      expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toMatch(/secret|private/);
    });

    it.each([
      ['429', status(429)],
      ['500', status(500)],
      ['503', status(503)],
      ['a connection that ends', hangsUp],
    ])('tries once more after %s, and no more than once', async (_, script) => {
      endpoint.scripts.push(script);
      endpoint.always = says('the answer');
      expect(await complete()).toMatchObject({ text: 'the answer' });
      expect(endpoint.requests).toHaveLength(2);
      endpoint.requests.length = 0;
      endpoint.always = script;
      expect(['overloaded', 'unreachable']).toContain((await failure(complete())).failure);
      expect(endpoint.requests).toHaveLength(2);
    });

    it('waits as long as Retry-After says, and does not wait where the time is not there', async () => {
      endpoint.scripts.push(status(429, { 'retry-after': '2' }));
      endpoint.always = says('the answer');
      const started = performance.now();
      await complete(10_000);
      expect(performance.now() - started).toBeGreaterThan(1_950);
      endpoint.always = status(429, { 'retry-after': '60' });
      expect(await failure(complete(5_000))).toMatchObject({ failure: 'overloaded' });
      expect(endpoint.requests).toHaveLength(3);
    });

    it.each([
      ['says nothing', silence],
      ['sends a byte a second', drip],
    ])('ends in its time where the endpoint %s', async (_, script) => {
      endpoint.always = script;
      const started = performance.now();
      expect(await failure(complete(1_200))).toMatchObject({ failure: 'timeout' });
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(endpoint.requests).toHaveLength(1);
    });

    it('says that an endpoint which is not there cannot be reached', async () => {
      const gone = await ChatEndpoint.start();
      const { url, key } = gone;
      await gone.stop();
      const model = open({ url, key });
      expect(await failure(model.complete(PROMPT, { timeoutMs: 5_000, caller: undefined }))).toMatchObject({
        failure: 'unreachable',
        message: expect.stringMatching(/^it cannot be reached/),
      });
    });

    it('lets go of the endpoint where the caller hangs up', async () => {
      endpoint.always = silence;
      const caller = new AbortController();
      const reply = failure(complete(60_000, caller.signal));
      await eventually(() => Promise.resolve(expect(endpoint.requests).toHaveLength(1)));
      const started = performance.now();
      caller.abort();
      expect(await reply).toMatchObject({ kind: 'callerGone' });
      expect(performance.now() - started).toBeLessThan(5_000);
      await eventually(() => Promise.resolve(expect(endpoint.abandoned).toBe(1)));
    });
  });
}
