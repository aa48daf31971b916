import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { rawHttp, type RawAnswer } from '../../support/service/raw-http.js';
import { routeTable, type Route } from '../../support/service/route-table.js';
import { readMetrics, valueOf } from '../../support/service/metrics-text.js';
import { ServerProcess } from '../../support/service/server-process.js';

const MEMORIES = '/api/v1/memories';
const ID = 'mem_01h455vb4pex5vsknk084sn02q';

/**
 * What else this server logs is no fault of what a client sent: a Redis that is slow for a moment on a busy machine, and
 * deliveries to the webhooks of other suites, whose database it shares.
 */
const UNRELATED = new Set(['Redis', 'RateLimits', 'DeliveryAttemptService']);

interface LogLine {
  readonly context?: string;
  readonly level: number;
  readonly msg: string;
  readonly err?: unknown;
}

describe('whatever a client sends', () => {
  let server: ServerProcess;
  let tenant: TestTenant;
  beforeAll(async () => {
    server = await ServerProcess.start(sharedServer().env);
    tenant = await newTenant({ ...sharedServer(), url: server.url });
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  const send = (line: string, headers: readonly string[] = [], body = ''): Promise<RawAnswer> => {
    const own = ['Host: here', `Authorization: Bearer ${tenant.api.token ?? ''}`, 'Connection: close'];
    const names = headers.map((header) => header.split(':', 1)[0]);
    const lines = [...own.filter((header) => !names.includes(header.split(':', 1)[0])), ...headers];
    return rawHttp(server.url, [line, ...lines, '', body].join('\r\n'));
  };
  const get = (path: string, ...headers: string[]): Promise<RawAnswer> => send(`GET ${path} HTTP/1.1`, headers);
  /** Two bytes of JSON, or of NDJSON where that is what the path takes, with these headers beside or instead. */
  const post = (headers: readonly string[], path: string = MEMORIES): Promise<RawAnswer> => {
    const has = (name: RegExp): boolean => headers.some((header) => name.test(header));
    const type = `Content-Type: ${path.includes('import') ? 'application/x-ndjson' : 'application/json'}`;
    const length = has(/^(Transfer-Encoding|Content-Length):/) ? [] : ['Content-Length: 2'];
    return send(`POST ${path} HTTP/1.1`, [...headers, ...length, ...(has(/^Content-Type:/) ? [] : [type])], '{}');
  };
  const codeOf = ({ body }: RawAnswer): string => {
    const envelope = JSON.parse(body) as { success: boolean; errors: { code: string }[]; metadata: object };
    expect(envelope).toMatchObject({ success: false, metadata: { request_id: expect.any(String), version: 'v1' } });
    return envelope.errors[0]?.code ?? '';
  };
  /** Lines of the log that tell of a fault of ours, from here on. */
  const faultsSince = (from: number): LogLine[] =>
    server.log
      .join('')
      .slice(from)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ context = '' }) => !UNRELATED.has(context))
      .filter((line) => line.level >= 40 || line.err !== undefined || JSON.stringify(line).includes('"stack"'));

  let logged = 0;
  beforeEach(() => (logged = server.log.join('').length));
  afterEach(() => {
    expect(faultsSince(logged)).toEqual([]);
  });

  describe.each(['/docs', '/openapi.json', '/openapi.yaml', '/metrics', '/health', '/health/live', '/', '/api/v1'])(
    'below %s',
    (mount) => {
      const base = mount.replace(/\/$/, '');
      const tails = ['/..', '/../..', '/%2e%2e', '/%2e%2e%2fpackage.json', '/%00', '/a%00b', '//', '//x', '/./', '/\\'];
      const odd = [...tails, '/..\\x', '/.', '/x/..', '/*', '/:id', '/%0d%0a', `/${'a'.repeat(5_000)}`, '/~', '/;x'];

      it('an odd path is an unknown route, whatever the method', async () => {
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST']) {
          const answers = await Promise.all(odd.map((tail) => send(`${method} ${base}${tail} HTTP/1.1`)));
          for (const [i, answer] of answers.entries()) {
            expect([method, odd[i], answer.status]).toEqual([method, odd[i], 404]);
            if (method !== 'HEAD') expect([odd[i], codeOf(answer)]).toEqual([odd[i], 'RESOURCE_NOT_FOUND']);
          }
        }
      });

      it.each(['/%', '/%zz', '/%ff', '/%c0%af'])('%s is a broken path', async (tail) => {
        const answer = await get(`${base}${tail}`);
        expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
      });
    },
  );

  it.each([
    ['a range beyond its end', 'Range: bytes=99999999-'],
    ['a range that is none', 'Range: bytes=zz'],
    ['another version', 'If-Match: "x"'],
    ['an earlier day', 'If-Unmodified-Since: Mon, 01 Jan 1990 00:00:00 GMT'],
    ['a range of it', 'Range: bytes=0-9'],
  ])('the reference with %s is the whole page', async (_, header) => {
    const answer = await get('/docs', header);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('</html>');
  });

  it.each<[string, string, number | undefined]>([
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1', 404],
    ['CONNECT to a path', `CONNECT ${MEMORIES} HTTP/1.1`, 404],
    ['TRACE', `TRACE ${MEMORIES} HTTP/1.1`, 404],
    ['PROPFIND', `PROPFIND ${MEMORIES} HTTP/1.1`, 404],
    ['a method that HTTP does not have', `FOO ${MEMORIES} HTTP/1.1`, 400],
    ['a method in lower case', `get ${MEMORIES} HTTP/1.1`, 400],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1', 404],
    ['a target without a slash', 'GET health/live HTTP/1.1', 400],
    ['an absolute target', `GET http://elsewhere/docs/.. HTTP/1.1`, 404],
    ['an absolute target that is there', `GET http://elsewhere/health/live HTTP/1.1`, 200],
    ['HTTP/1.0', 'GET /health/live HTTP/1.0', 200],
    ['HTTP/2 in the line', 'GET /health/live HTTP/2.0', 200],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0', 400],
    ['HTTP/9', 'GET /health/live HTTP/9.9', 400],
    ['a control character', 'GET /health/\u0001 HTTP/1.1', 400],
    ['bytes that are not ASCII', 'GET /docs/\u00e9 HTTP/1.1', 400],
    ['a path of 15,000 characters', `GET /${'a'.repeat(15_000)} HTTP/1.1`, 404],
    ['a path of 20,000 characters', `GET /${'a'.repeat(20_000)} HTTP/1.1`, 431],
  ])('%s is answered', async (_, line, status) => {
    const answer = await send(line);
    expect(answer.status).toBe(status);
    if (status !== 200) codeOf(answer);
  });

  it('CONNECT leaves a line in the log', async () => {
    await send('CONNECT example.com:443 HTTP/1.1');
    await eventually(() => {
      expect(server.log.join('').slice(logged)).toContain('"status":404');
      return Promise.resolve();
    });
  });

  it.each<[string, string[], number, string]>([
    ['an Expect that nobody knows', ['Expect: x'], 400, 'VALIDATION_ERROR'],
    ['Content-Encoding: gzip', ['Content-Encoding: gzip'], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['Content-Encoding: br', ['Content-Encoding: BR'], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a list of codings', ['Content-Encoding: identity, gzip'], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['two codings', ['Content-Encoding: identity', 'Content-Encoding: gzip'], 400, 'VALIDATION_ERROR'],
    ['Transfer-Encoding: gzip, chunked', ['Transfer-Encoding: gzip, chunked'], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['Transfer-Encoding: chunked, gzip', ['Transfer-Encoding: chunked, gzip'], 400, 'VALIDATION_ERROR'],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 3'], 400, 'VALIDATION_ERROR'],
    ['a length beside chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked'], 400, 'VALIDATION_ERROR'],
    ['chunks that are none', ['Transfer-Encoding: chunked'], 400, 'VALIDATION_ERROR'],
    ['two hosts', ['Host: here', 'Host: there'], 400, 'VALIDATION_ERROR'],
    ['two credentials', ['Authorization: Bearer a', 'Authorization: Bearer b'], 400, 'VALIDATION_ERROR'],
    ['two keys of repetition', ['Idempotency-Key: a', 'Idempotency-Key: b'], 400, 'VALIDATION_ERROR'],
    ['two types', ['Content-Type: application/json', 'Content-Type: text/plain'], 400, 'VALIDATION_ERROR'],
    ['no type', ['Content-Type: '], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a type that is none', ['Content-Type: ;;'], 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a header that is folded', ['X-A: a\r\n b'], 400, 'VALIDATION_ERROR'],
    ['NUL in a header', ['X-A: \0'], 400, 'VALIDATION_ERROR'],
  ])('a body with %s is refused, to JSON and to NDJSON', async (_, headers, status, code) => {
    for (const path of [MEMORIES, `${MEMORIES}/import?tenantId=${tenant.tenantId}`]) {
      const answer = await post(headers, path);
      expect([path, answer.status, codeOf(answer)]).toEqual([path, status, code]);
    }
  });

  it.each(['identity', 'Identity', ''])('a body with Content-Encoding: %s is read as it is', async (coding) => {
    const answer = await post([`Content-Encoding: ${coding}`]);
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { errors: [{ field: 'tenantId' }, {}, {}] }]);
  });

  it('says which coding it takes, and which header came twice', async () => {
    const coded = await post(['Content-Encoding: gzip']);
    expect(coded.headers['accept-encoding']).toBe('identity');
    const twice = await post(['Host: a', 'Host: b']);
    expect(JSON.parse(twice.body)).toMatchObject({ errors: [{ message: 'Host must be given once', field: 'Host' }] });
  });

  it('a request without Host is refused in an envelope, HTTP/1.0 aside', async () => {
    const answer = await rawHttp(server.url, 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-ratelimit-limit': '600000' });
  });

  it.each(['websocket', 'h2c'])('Upgrade: %s is not taken up: the request is answered as any other', async (to) => {
    const answer = await get('/health/live', 'Connection: Upgrade, close', `Upgrade: ${to}`);
    expect(answer.status).toBe(200);
  });

  it.each(['page=1&page=2', 'limit=1&limit=1', 'sort=createdAt&sort=createdAt', 'fields=tags&fields=metadata'])(
    'a list with %s is refused: each parameter once',
    async (query) => {
      const answer = await get(`${MEMORIES}?tenantId=${tenant.tenantId}&${query}`);
      const field = query.split('=', 1)[0] ?? '';
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
        400,
        { errors: [{ code: 'VALIDATION_ERROR', message: `${field} must be given once`, field }] },
      ]);
    },
  );

  it('no second tenantId slips past the first, wherever it stands and however it is spelled', async () => {
    const own = `tenantId=${tenant.tenantId}`;
    for (const [query, status] of [
      [`${own}&tenantId=else`, 403],
      [`tenantId=else&${own}`, 403],
      [`${own}&%74enantId=else`, 403],
      [`${own}&${own}`, 400],
      [`${own}&tenantId[]=else`, 400],
      [`${own}&tenantid=else`, 400],
    ] as const) {
      for (const path of [MEMORIES, `${MEMORIES}/export`, `${MEMORIES}/${ID}`]) {
        expect([path, query, (await get(`${path}?${query}`)).status]).toEqual([path, query, status]);
      }
    }
  });

  it('a client that hangs up during an import or an export is no error', async () => {
    const { api, tenantId } = tenant;
    const records = Array.from({ length: 150 }, (_, i) => ({
      content: 'x'.repeat(9_000),
      type: 'task',
      externalId: `h${i}`,
    }));
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    for (const more of [{}, { 'idempotency-key': 'hung up' }]) {
      const headers = { authorization: `Bearer ${api.token ?? ''}`, 'content-type': 'application/x-ndjson', ...more };
      const broken = request(`${server.url}${MEMORIES}/import?tenantId=${tenantId}`, { method: 'POST', headers });
      broken.on('error', () => undefined).write(lines);
      await eventually(async () => {
        const { data } = (await api.get(`${MEMORIES}?tenantId=${tenantId}&limit=1`)).body;
        expect(data.pagination.total).toBe(100);
      });
      const from = server.log.join('').length;
      broken.destroy();
      await eventually(() => {
        expect(server.log.join('').slice(from)).toContain('the connection ended before the request did');
        return Promise.resolve();
      });
    }
    // What the client has sent is still unread when it goes.
    const unread = request(`${server.url}${MEMORIES}/import?tenantId=${tenantId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token ?? ''}`, 'content-type': 'application/x-ndjson' },
    });
    unread.on('error', () => undefined).end(lines.repeat(4), () => unread.destroy());
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = `GET ${MEMORIES}/export?tenantId=${tenantId} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${api.token ?? ''}`;
    socket.write(`${head}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
    await eventually(async () => {
      const metrics = await readMetrics(server.url);
      expect(valueOf(metrics, 'mneme_http_errors_total', { code: 'CLIENT_CLOSED_REQUEST' })).toBeGreaterThanOrEqual(4);
    });
    // A whole export has the most listeners.
    expect((await api.get(`${MEMORIES}/export?tenantId=${tenantId}&tags=none`)).status).toBe(200);
    expect(server.log.join('')).not.toContain('Warning');
  });

  it('an answer that came before the whole body is the only one', async () => {
    const answer = await post(['Transfer-Encoding: gzip, chunked']);
    expect(answer.body).not.toContain('HTTP/1.1');
  });

  it('every route answers every odd request with an envelope, and nothing fails', async () => {
    const oddities: ((route: Route, at: string) => Promise<RawAnswer>)[] = [
      ({ method }, at) => send(`${method} ${at}/%00 HTTP/1.1`),
      ({ method }, at) => send(`${method} ${at}// HTTP/1.1`),
      ({ method }, at) => send(`${method} ${at}?%zz=%&=&&a[b]=1&__proto__=2 HTTP/1.1`),
      ({ method }, at) => send(`${method} ${at}?tenantId=${tenant.tenantId}&tenantId=x HTTP/1.1`),
      ({ method }, at) =>
        send(`${method} ${at} HTTP/1.1`, ['Content-Type: application/json', 'Content-Length: 1'], '\0'),
      ({ method }, at) =>
        send(`${method} ${at} HTTP/1.1`, ['Content-Type: application/x-ndjson', 'Content-Length: 2'], '{}'),
      ({ method }, at) => send(`${method} ${at} HTTP/1.1`, ['Content-Encoding: gzip', 'Content-Length: 2'], '{}'),
      ({ method }, at) => send(`${method} ${at} HTTP/1.1`, ['Transfer-Encoding: chunked'], 'zz'),
      ({ method }, at) => send(`${method} ${at} HTTP/1.1`, ['If-Match: x, y', 'Idempotency-Key: \u00e9', 'Expect: y']),
      ({ method }, at) => send(`${method} ${at} HTTP/1.1`, ['Authorization: Bearer a', 'Authorization: Bearer b']),
    ];
    const routes = routeTable().filter(({ path }) => !path.includes('*'));
    expect(routes.length).toBeGreaterThan(40);
    for (const route of routes) {
      const at = route.path.replace(/:\w+/g, ID);
      const answers = await Promise.all(oddities.map((odd) => odd(route, at)));
      for (const [i, { status, body }] of answers.entries()) {
        const known = status === undefined || (status >= 200 && status < 500);
        expect({ route, i, status, known }).toEqual({ route, i, status, known: true });
        if (status === undefined || status < 400 || body === '') continue;
        // Of MCP, what has a route is answered as JSON-RPC does.
        if (route.path !== '/mcp' || !body.startsWith('{"jsonrpc":"2.0"')) codeOf({ status, body, headers: {} });
      }
    }
  });
});
