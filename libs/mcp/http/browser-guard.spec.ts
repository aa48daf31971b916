import { refusalOf } from './browser-guard.js';

const LOCAL = { host: '127.0.0.1', baseUrl: undefined, corsOrigins: [] };
const PUBLIC = {
  host: '0.0.0.0',
  baseUrl: 'https://memory.example.com',
  corsOrigins: ['https://app.example', 'moz-extension://1'],
};

describe('a request of a browser', () => {
  it.each([
    [{ host: '127.0.0.1:3000' }, LOCAL],
    [{ host: 'localhost:3000' }, LOCAL],
    [{ host: '[::1]:3000', origin: 'http://[::1]:3000' }, LOCAL],
    [{ host: '127.0.0.1:3000', origin: 'http://localhost:6274' }, LOCAL],
    [{ host: 'memory.example.com' }, { ...PUBLIC, host: '::1' }],
    [{ host: 'anything.example' }, PUBLIC],
    [{ host: 'memory.example.com', origin: 'https://memory.example.com' }, PUBLIC],
    [{ host: 'memory.example.com', origin: 'https://app.example' }, PUBLIC],
    [{ host: 'memory.example.com', origin: 'moz-extension://1' }, PUBLIC],
  ])('is taken: %j', (claims, config) => {
    expect(refusalOf(claims, config)).toBeUndefined();
  });

  it.each([
    [{ host: 'attacker.example' }, LOCAL, /^the host "attacker.example" is not/],
    [{ host: undefined }, LOCAL, /^the host "" is not/],
    [{ host: '127.0.0.1.attacker.example' }, LOCAL, /^the host/],
    [{ host: 'localhost:3000', origin: 'https://attacker.example' }, LOCAL, /^the origin "https:\/\/attacker.example"/],
    [{ host: 'localhost:3000', origin: 'null' }, LOCAL, /^the origin/],
    [{ host: 'localhost:3000', origin: '' }, LOCAL, /^the origin/],
    [{ host: 'memory.example.com', origin: 'https://memory.example.com.attacker.example' }, PUBLIC, /^the origin/],
    [{ host: 'memory.example.com', origin: 'moz-extension://2' }, PUBLIC, /^the origin/],
  ])('is refused: %j', (claims, config, reason) => {
    expect(refusalOf(claims, config)).toMatch(reason);
  });
});
