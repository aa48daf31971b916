import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { createServer as createHttpServer } from 'node:http';
import type { AppConfig } from '@mneme/platform/config';
import { AddressPolicy } from './address-policy.js';
import { HostResolver } from './host-resolver.js';
import { SsrfGuard } from './ssrf.guard.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookUrlValidator } from '../registration/webhook-url.validator.js';

/** Names of a network that nobody asks: what each resolves to, the last answer again and again. */
const NAMES: Record<string, string[][]> = {
  'inside.example': [['127.0.0.1']],
  'inside.example.': [['127.0.0.1']],
  'inside-v6.example': [['::1']],
  'mixed.example': [['93.184.216.34', '127.0.0.1']],
  'mixed-v6.example': [['2606:2800:220:1:248:1893:25c8:1946', '::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'nat64.example': [['64:ff9b::7f00:1']],
  'metadata.example': [['169.254.169.254']],
  'zone.example': [['fe80::1%lo']],
  'empty.example': [[]],
  'kubernetes.default.svc': [['10.96.0.1']],
  'xn--bcher-kva.example': [['127.0.0.1']],
  'rebound.example': [['93.184.216.34'], ['127.0.0.1']],
  localhost: [['127.0.0.1']],
  'metadata.google.internal': [['169.254.169.254']],
  'public.example': [['93.184.216.34']],
};

class ScriptedResolver extends HostResolver {
  private readonly asked = new Map<string, number>();

  override resolve(hostname: string): Promise<LookupAddress[]> {
    const answers = NAMES[hostname];
    if (answers === undefined) return Promise.reject(new Error('ENOTFOUND'));
    const times = this.asked.get(hostname) ?? 0;
    this.asked.set(hostname, times + 1);
    const addresses = answers[Math.min(times, answers.length - 1)] ?? [];
    return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  }
}

const HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '0.0.0.0', '0'],
  ...['2130706433', '0x7f000001', '0x7F.0.0.1', '0x7f.1', '0177.0.0.1', '017700000001', '0177.0x0.0.1'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]'],
  ...['[2001:0:7f00:1::]', '[2001:db8::1]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ...['[100::1]', '[4000::1]', '[3fff::1]', '169.254.169.254', '169.254.170.2', '100.100.100.200', '100.64.0.1'],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.0.0.192', '198.18.0.1', '192.0.2.1'],
  ...['203.0.113.5', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '168.63.129.16.nip.internal'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'foo.localhost', 'local%68ost', 'local\u00ADhost', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'],
  ...['１２７.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '127%2e0%2e0%2e1', '1\t27.0.0.1'],
  ...['metadata.google.internal', 'db.internal', 'printer.local', 'router.lan', 'nas.home.arpa', 'redis', 'x.test'],
  ...['inside.example', 'inside.example.', 'INSIDE.example', 'inside-v6.example', 'mixed.example', 'mixed-v6.example'],
  ...['mapped.example', 'nat64.example', 'metadata.example', 'zone.example', 'empty.example', 'unknown.example'],
  ...['kubernetes.default.svc', 'bücher.example'],
];

const NOT_ALLOWED =
  'address not allowed: the host must resolve, and only to public addresses or to networks that WEBHOOK_ALLOWED_CIDRS opens (127.0.0.0/8 for local work)';
const NO_HTTP = 'url must start with https:// (WEBHOOK_ALLOW_HTTP=on allows http:// for local work)';

describe('addresses that webhooks must not reach', () => {
  let canaries: Server[];
  let port: number;
  let seen: number;
  const config = (webhookAllowedCidrs: string[] = []) =>
    ({ webhookAllowedCidrs, webhookAllowHttp: true }) as unknown as AppConfig;
  const made = (cidrs: string[] = []) => {
    const policy = new AddressPolicy(config(cidrs));
    const guard = new SsrfGuard(policy, new ScriptedResolver(policy));
    return { check: new WebhookUrlValidator(config(cidrs), guard), sender: new WebhookSender(guard, policy) };
  };
  const send = async (sender: WebhookSender, url: string) => {
    const result = await sender.send({ url, headers: {}, body: '{}' }, { connectMs: 1_000, totalMs: 2_000 });
    sender.close();
    return result;
  };

  beforeAll(async () => {
    const listening = (): Server =>
      createServer((socket) => {
        seen++;
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
      });
    const first = listening().listen(0, '127.0.0.1');
    await once(first, 'listening');
    port = (first.address() as { port: number }).port;
    const second = listening().listen(port, '::1');
    // A machine without IPv6 has nothing to see there.
    await Promise.race([once(second, 'listening'), once(second, 'error').then(() => undefined)]);
    canaries = [first, second];
  });
  beforeEach(() => {
    seen = 0;
  });
  afterAll(() => {
    for (const canary of canaries) canary.close();
  });

  it('are more than forty, each once', () => {
    expect(new Set(HOSTS).size).toBe(HOSTS.length);
    expect(HOSTS.length).toBeGreaterThan(40);
  });

  it('would be reached: the canary sees who is let through', async () => {
    const result = await send(made(['127.0.0.0/8']).sender, `http://127.0.0.1:${port}/`);
    expect([result.statusCode, seen]).toEqual([204, 1]);
  });

  it.each(HOSTS)('%s is refused at registration and at delivery, without a packet', async (host) => {
    const { check, sender } = made();
    const url = `http://${host}:${port}/hook`;
    await expect(check.check(url)).rejects.toMatchObject({
      kind: 'validation',
      faults: [{ message: `url: ${NOT_ALLOWED}`, field: 'url' }],
    });
    const result = await send(sender, url);
    expect({ ...result, at: 0, latencyMs: 0 }).toEqual({
      at: 0,
      latencyMs: 0,
      statusCode: null,
      error: NOT_ALLOWED,
      response: null,
    });
    expect(seen).toBe(0);
  });

  it.each([22, 25, 6379, 65_535])(
    'port %i of an inside address is refused in the same words, open or not',
    async (odd) => {
      const { check, sender } = made();
      await expect(check.check(`https://127.0.0.1:${odd}/`)).rejects.toMatchObject({
        message: `url: ${NOT_ALLOWED}`,
      });
      expect((await send(sender, `https://127.0.0.1:${odd}/`)).error).toBe(NOT_ALLOWED);
    },
  );

  it('a name that leads elsewhere after it was checked is refused when it is connected to', async () => {
    const { check, sender } = made();
    const url = `http://rebound.example:${port}/`;
    await check.check(url);
    expect((await send(sender, url)).error).toBe(NOT_ALLOWED);
    expect(seen).toBe(0);
  });

  it('a redirect to an inside address is not followed', async () => {
    const redirecting = createHttpServer((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    }).listen(0, '127.0.0.2');
    await once(redirecting, 'listening');
    const target = `http://127.0.0.2:${(redirecting.address() as { port: number }).port}/`;
    const result = await send(made(['127.0.0.2/32']).sender, target);
    redirecting.close();
    expect(result).toMatchObject({ statusCode: 302, error: 'answered 302: redirects are not followed' });
    expect(seen).toBe(0);
  });

  it('an opened network opens no other', async () => {
    const { check, sender } = made(['127.0.0.2/32', 'fd00::/8']);
    await check.check('http://127.0.0.2/');
    await check.check('http://[fd00::1]/');
    for (const host of ['127.0.0.1', '[::1]', '10.0.0.1', 'localhost', 'inside.example', 'redis']) {
      await expect(check.check(`http://${host}:${port}/`)).rejects.toMatchObject({
        message: `url: ${NOT_ALLOWED}`,
      });
    }
    expect((await send(sender, `http://localhost:${port}/`)).error).toBe(NOT_ALLOWED);
    expect(seen).toBe(0);
  });

  it.each([
    ['http://public.example@127.0.0.1/', 'user name or password'],
    ['http://127.0.0.1@public.example/', 'user name or password'],
    ['http://user:word@public.example/', 'user name or password'],
    ['ftp://public.example/', 'must start with'],
    ['file:///etc/passwd', 'must start with'],
    ['gopher://127.0.0.1/', 'must start with'],
    ['http://[fe80::1%25lo]/', 'must be a valid URL'],
    ['//public.example/', 'must start with'],
    ['http://', 'must be a valid URL'],
    ['http:\\\\127.0.0.1\\', 'address not allowed'],
    ['http:127.0.0.1', 'address not allowed'],
  ])('%s is refused', async (url, message) => {
    await expect(made().check.check(url)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  });

  it('http is refused where it has not been allowed', async () => {
    const policy = new AddressPolicy(config());
    const check = new WebhookUrlValidator(
      { webhookAllowHttp: false } as AppConfig,
      new SsrfGuard(policy, new ScriptedResolver(policy)),
    );
    await expect(check.check('http://public.example/')).rejects.toMatchObject({
      faults: [{ message: NO_HTTP, field: 'url' }],
    });
    await expect(check.check('https://public.example/')).resolves.toBeUndefined();
    await expect(check.check('ftp://public.example/')).rejects.toMatchObject({ message: NO_HTTP });
  });

  it('a refusal names the switches that local work needs: both where both are needed', async () => {
    const policy = new AddressPolicy(config());
    const guard = new SsrfGuard(policy, new ScriptedResolver(policy));
    const check = new WebhookUrlValidator({ webhookAllowHttp: false } as AppConfig, guard);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '192.168.1.5', 'nosuchname.example']) {
      await expect(check.check(`http://${host}:4000/hook`)).rejects.toMatchObject({
        faults: [
          { message: NO_HTTP, field: 'url' },
          { message: `url: ${NOT_ALLOWED}`, field: 'url' },
        ],
      });
    }
    expect(NO_HTTP).toContain('WEBHOOK_ALLOW_HTTP=on');
    expect(NOT_ALLOWED).toContain('WEBHOOK_ALLOWED_CIDRS');
  });
});
