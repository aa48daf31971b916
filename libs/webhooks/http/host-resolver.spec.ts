import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AppConfig } from '@mneme/platform/config';
import { AddressPolicy } from './address-policy.js';
import { HostResolver } from './host-resolver.js';

const IPV4 = Buffer.from([93, 184, 216, 34]);
const IPV6 = Buffer.from('20010db8000000000000000000000001', 'hex');
const HEADER = 12;

/** A name server: says nothing to names that begin with `hanging`, has no IPv6 for `old`, and nothing for `unknown`. */
function answer(query: Buffer): Buffer | undefined {
  const question = query.subarray(HEADER, query.indexOf(0, HEADER) + 5);
  const [label] = question
    .subarray(1)
    .toString('latin1')
    .split(/[^a-z0-9]/);
  const wantsIpv6 = question.readUInt16BE(question.length - 4) === 28;
  if (label?.startsWith('hanging')) return undefined;
  const none = label === 'unknown' || (label === 'old' && wantsIpv6);
  const header = Buffer.from(query.subarray(0, HEADER));
  header.writeUInt16BE(label === 'unknown' ? 0x8183 : 0x8180, 2);
  header.writeUInt32BE(none ? 0 : 0x10000, 6);
  header.writeUInt16BE(0, 10);
  const data = wantsIpv6 ? IPV6 : IPV4;
  const record = Buffer.from([0xc0, HEADER, 0, wantsIpv6 ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]);
  return Buffer.concat([header, question, none ? Buffer.alloc(0) : record]);
}

class TestResolver extends HostResolver {
  constructor(nameServer: Socket, webhookAllowedCidrs: string[] = []) {
    super(new AddressPolicy({ webhookAllowedCidrs } as unknown as AppConfig));
    this.dns.setServers([`127.0.0.1:${nameServer.address().port}`]);
  }
}

describe('host names', () => {
  let nameServer: Socket;
  beforeAll(async () => {
    nameServer = createSocket('udp4').bind(0, '127.0.0.1');
    nameServer.on('message', (query, { port, address }) => {
      const reply = answer(query);
      if (reply !== undefined) nameServer.send(reply, port, address);
    });
    await once(nameServer, 'listening');
  });
  afterAll(() => nameServer.close());

  it('have the addresses of both families that DNS knows', async () => {
    const resolver = new TestResolver(nameServer);
    const ipv4 = { address: '93.184.216.34', family: 4 };
    expect(await resolver.resolve('both.example')).toEqual([ipv4, { address: '2001:db8::1', family: 6 }]);
    expect(await resolver.resolve('old.example')).toEqual([ipv4]);
    await expect(resolver.resolve('unknown.example')).rejects.toThrow('no address');
  });

  it('that no name server answers for hold up no others, and are given up', async () => {
    const resolver = new TestResolver(nameServer);
    const ended: string[] = [];
    const hanging = Array.from({ length: 100 }, (_, i) =>
      resolver.resolve(`hanging${i}.example`).catch(() => ended.push('hanging')),
    );
    await resolver.resolve('both.example');
    ended.push('both');
    const started = performance.now();
    await Promise.all(hanging);
    expect(ended[0]).toBe('both');
    // Three seconds by the clock of the resolver; the rest is for a machine that does other things.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('are looked up as the system does where the operator has opened networks', async () => {
    const addresses = await new TestResolver(nameServer, ['127.0.0.0/8']).resolve('localhost');
    expect(addresses.map(({ address }) => address)).toEqual(expect.arrayContaining(['127.0.0.1']));
  });
});
