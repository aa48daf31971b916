import fastify from 'fastify';
import { ConfigError, readConfig } from './read-config.js';

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ env });
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

describe('addresses, networks and origins in the configuration', () => {
  it.each([
    ['off', false],
    ['on', true],
    ['2', 2],
    ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
    ['fd00::/8,::1,::ffff:10.0.0.1', ['fd00::/8', '::1', '::ffff:10.0.0.1']],
  ])('understands TRUST_PROXY %s, as what is under the service does', (value, expected) => {
    const { trustProxy } = readConfig({ env: { TRUST_PROXY: value } });
    expect(trustProxy).toEqual(expected);
    if (typeof trustProxy === 'object') expect(() => fastify({ trustProxy: [...trustProxy] })).not.toThrow();
  });

  it.each(['yes', 'true', '-1', '1.5', ',', '10.0.0.0/8,proxy', '10/8', '10.1', '10.0.0.0/33', '0.0.0.0/0', '::/0'])(
    'refuses TRUST_PROXY %s before anything is opened',
    (value) => {
      expect(problems({ TRUST_PROXY: value })).toEqual([
        'TRUST_PROXY must be on, off, a number of proxies, or addresses and networks such as 10.1.0.0/16 or fd00:1::/64',
      ]);
    },
  );

  it('takes origins as browsers send them', () => {
    const env = { CORS_ORIGINS: 'https://app.example, http://localhost:5173,https://[::1]:8443,capacitor://localhost' };
    expect(readConfig({ env }).corsOrigins).toEqual([
      'https://app.example',
      'http://localhost:5173',
      'https://[::1]:8443',
      'capacitor://localhost',
    ]);
  });

  it.each([
    '*',
    'https://app.example/',
    'https://app.example/path',
    'https://App.example',
    'https://app.example:443',
    'https://*.example',
    'app.example',
    'null',
    'data:text/html,x',
    'capacitor://localhost/',
    'https://app.example,app.example',
  ])('refuses CORS_ORIGINS %s, which no browser would match', (value) => {
    expect(problems({ CORS_ORIGINS: value })).toEqual([
      'CORS_ORIGINS must name each origin as browsers send it, such as https://app.example: no *, no path, no slash at the end',
    ]);
  });
});
