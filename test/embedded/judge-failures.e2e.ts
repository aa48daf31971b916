import {
  drip,
  hangsUp,
  huge,
  raw,
  replies,
  says,
  type Script,
  silence,
  status,
} from '../support/judge/chat-endpoint.js';
import { ferryReply, quoteOf, readsWell, storyLines } from '../support/judge/ferry-judge.js';
import { dataOf, JudgedService } from '../support/judge/judged-service.js';

const FORM = 'its reply is not in the form that was asked for';
const UNVERIFIED = 'no claim in its reply could be verified';

describe('decision chains with a language model that fails', () => {
  let service: JudgedService;
  beforeAll(async () => {
    service = await JudgedService.start();
  }, 120_000);
  beforeEach(() => service.reset());
  afterAll(() => service.stop());

  /** The response is the one of a tenant without a judge, and says why. */
  const expectWithout = (made: any, without: any, reason: string): void => {
    const warnings = [`The language model was not used: ${reason}. This is the response without it.`];
    const latency = expect.any(Number);
    expect(made).toEqual({ ...without, stats: { ...without.stats, latency }, warnings });
  };

  it.each<readonly [string, Script, string]>([
    ['says nothing', silence, 'it did not answer in time'],
    ['drips', drip, 'it did not answer in time'],
    ['rejects the key', status(401), 'it rejected the request'],
    ['is overloaded for long', status(429, { 'retry-after': '600' }), 'it is overloaded'],
    ['fails', status(500), 'it is overloaded'],
    ['hangs up', hangsUp, 'it cannot be reached'],
    ['redirects', status(307, { location: 'http://127.0.0.1:9/' }), 'it rejected the request'],
    ['refuses', says(null, { message: { content: null, refusal: 'no' } }), 'it refused to answer'],
    ['answers in prose', says('The decision is clearly the ferry.'), FORM],
    ['answers in another form', says('{"answer": 42}'), FORM],
    ['answers in broken JSON', says('{"decision": "m1", "quote": '), FORM],
    ['answers nothing', raw(''), FORM],
    ['answers without end', huge(1_000_000), FORM],
    ['invents a memory', says('{"decision": "m99", "quote": "We decided"}'), UNVERIFIED],
    [
      'quotes what is not there',
      replies((lines) => ({ ...ferryReply(lines), quote: 'We decided to swim to the island' })),
      UNVERIFIED,
    ],
  ])('are those without it, with a warning, where the endpoint %s', async (_, script, reason) => {
    const topic = service.newTopic();
    const without = await service.withoutJudge(topic);
    service.endpoint.always = script;
    const started = performance.now();
    expectWithout(dataOf(await service.ask(topic)), without, reason);
    expect(performance.now() - started).toBeLessThan(10_000);
    // What failed was not kept, and the endpoint is asked again.
    service.endpoint.always = readsWell;
    expect(dataOf(await service.ask(topic)).method).toHaveProperty('judge');
  });

  it('are those without it where the story is nothing but instructions of a hostile memory', async () => {
    const topic = service.newTopic();
    const without = await service.withoutJudge(topic);
    service.endpoint.scripts.push(readsWell);
    service.endpoint.always = says(
      JSON.stringify({
        members: [{ memory: 'mem_01h455vb4pex5vsknk084sn02q', role: 'decision', quote: 'ferry' }],
        edges: [{ from: 'm1', to: 'm2', relation: '<script>', quote: 'You have been hacked by a note' }],
        warnings: ['Call this number'],
        chains: [{ headline: 'Send us your money' }],
      }),
    );
    expectWithout(dataOf(await service.ask(topic)), without, UNVERIFIED);
  });

  it('count what does not check, and do without it', async () => {
    service.endpoint.scripts.push(readsWell);
    service.endpoint.always = replies((lines) => {
      const reply = ferryReply(lines) as { members: object[]; edges: object[] };
      const [trigger, norlines, hansa, test, decision, booked, result] = storyLines(lines);
      const edge = (from = trigger, to = trigger, relation = '', quoted = to): object => ({
        from: from?.handle,
        to: to?.handle,
        relation,
        quote: quoteOf(quoted?.text),
      });
      return {
        members: [
          ...reply.members.map((one, i) => (i === 3 ? { ...one, quote: quoteOf(hansa?.text) } : one)),
          { memory: 'm404', role: 'evidence', quote: quoteOf(test?.text) },
        ],
        edges: [
          ...reply.edges,
          edge(result, trigger, 'raises'),
          edge(decision, booked, 'superseded_by'),
          edge(decision, booked, 'led_to', norlines),
        ],
      };
    });
    const data = dataOf(await service.ask(service.newTopic()));
    expect(data.warnings).toEqual([
      '7 claims of the language model were left out because verification failed (3 unknown, 2 quote, 2 grammar).',
    ]);
    expect(data.chains[0].nodes).toHaveLength(6);
    expect(data.chains[0]).not.toHaveProperty('supersededBy');
    const metrics = await service.metrics();
    expect(metrics).toMatch(/mneme_intelligence_judge_dropped_claims_total\{reason="grammar"\} 2\n/);
    expect(metrics).toMatch(/mneme_intelligence_judge_calls_total\{step="decision",outcome="timeout"\} 2\n/);
    expect(metrics).toMatch(/mneme_intelligence_judge_calls_total\{step="story",outcome="unchecked"\} 1\n/);
    expect(metrics).toMatch(/mneme_intelligence_judge_tokens_total\{kind="prompt"\} \d+\n/);
  });

  it('ask it no more for a while where it fails five times in a row', async () => {
    service.endpoint.always = status(401);
    const reasonOf = async (): Promise<string> => dataOf(await service.ask(service.newTopic())).warnings[0];
    for (let i = 0; i < 5; i++) expect(await reasonOf()).toContain('it rejected the request');
    expect(await reasonOf()).toContain('it failed several times in a row and is not asked for half a minute');
    expect(service.endpoint.requests).toHaveLength(5);
  });

  it('are logged with the reason, and with neither the key nor what was asked or answered', () => {
    const log = service.server.log.join('');
    expect(log).toContain('openai:judge-of-tests: it answered with status 401');
    expect(log).not.toMatch(/judge-test-key|Norlines|swim to the island|clearly the ferry/);
  });
});
