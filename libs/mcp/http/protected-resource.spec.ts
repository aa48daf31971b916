import { challenge, protectedResource } from './protected-resource.js';

const jwt = {
  jwksUrl: 'https://id.example/keys',
  publicKey: undefined,
  issuer: 'https://id.example',
  audience: undefined,
};

describe('what a client needs to obtain a token', () => {
  it('is published where an issuer has an address, and named in the challenge', () => {
    expect(protectedResource({ jwt }, 'https://memory.example.com')).toEqual({
      resource: 'https://memory.example.com/mcp',
      resource_name: 'Mneme',
      authorization_servers: ['https://id.example'],
      bearer_methods_supported: ['header'],
    });
    expect(challenge({ jwt }, 'https://m.example', true)).toBe(
      'Bearer error="invalid_token", resource_metadata="https://m.example/.well-known/oauth-protected-resource/mcp"',
    );
  });

  it.each([undefined, { ...jwt, issuer: 'our identity provider' }])('is not where there is none (%j)', (without) => {
    expect(protectedResource({ jwt: without }, 'https://m.example')).toBeUndefined();
    expect(challenge({ jwt: without }, 'https://m.example', false)).toBe('Bearer');
  });
});
