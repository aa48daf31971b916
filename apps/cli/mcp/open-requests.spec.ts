import { OpenRequests } from './open-requests.js';

const line = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });
const INITIALIZE = line({ id: 0, method: 'initialize', params: {} });
const INITIALIZED = line({ method: 'notifications/initialized' });
const LIST = line({ id: 1, method: 'tools/list' });
const CALL = line({ id: 'a', method: 'tools/call', params: { name: 'memory_add' } });

describe('the open requests of a conversation', () => {
  const after = (...lines: string[]): OpenRequests => {
    const open = new OpenRequests();
    for (const each of lines) open.said(each);
    return open;
  };

  it('are those without an answer', () => {
    const open = after(LIST, CALL);
    expect(open.isNews(line({ id: 1, result: {} }))).toBe(true);
    expect(open.size).toBe(1);
    expect(open.isNews(line({ id: 'a', error: { code: -32602, message: 'no' } }))).toBe(true);
    expect([open.size, open.linesForNext()]).toEqual([0, []]);
  });

  it('are repeated after the handshake, whose second answer the client does not hear', () => {
    const open = after(INITIALIZE);
    expect(open.linesForNext()).toEqual([INITIALIZE]);
    expect(open.isNews(line({ id: 0, result: {} }))).toBe(true);
    open.said(INITIALIZED);
    open.said(LIST);
    expect(open.linesForNext()).toEqual([INITIALIZE, INITIALIZED, LIST]);
    expect(open.isNews(line({ id: 0, result: {} }))).toBe(false);
  });

  it('that call tools get an error instead', () => {
    const open = after(CALL, LIST);
    const [answer = '', ...others] = open.endCalls();
    const error = { code: -32603, message: expect.stringContaining('check before you repeat it') };
    expect([JSON.parse(answer), others]).toEqual([{ jsonrpc: '2.0', id: 'a', error }, []]);
    expect(open.linesForNext()).toEqual([LIST]);
  });

  it('end with a cancellation, and a late answer is not heard', () => {
    const open = after(CALL, line({ method: 'notifications/cancelled', params: { requestId: 'a' } }));
    expect([open.size, open.isNews(line({ id: 'a', result: {} }))]).toEqual([0, false]);
  });

  it('have nothing to do with notifications, errors without a request, and what is no message', () => {
    const open = after('', 'null', '[]', '{', '"text"', line({ method: 'notifications/progress' }));
    expect([open.size, open.linesForNext()]).toEqual([0, []]);
    const noAnswers = ['', 'null', line({ id: null, error: {} }), line({ method: 'notifications/message' })];
    expect(noAnswers.map((each) => open.isNews(each))).toEqual([true, true, true, true]);
  });
});
