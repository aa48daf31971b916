import { type CryptoKey, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { Api } from '../../support/service/api.js';
import { ISSUER } from '../../support/service/shared-server.js';
import type { Credentials } from './bed.js';

const SCOPES = ['read:memories', 'write:memories'];

/** An identity provider of the benchmark's own. It signs with RSA, as most providers do: that is what checking a token costs. */
export class TokenIssuer {
  private constructor(
    private readonly privateKey: CryptoKey,
    /** What the service has to know of it. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async create(): Promise<TokenIssuer> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    return new TokenIssuer(privateKey, { JWT_PUBLIC_KEY: await exportSPKI(publicKey), JWT_ISSUER: ISSUER });
  }

  /** A token of this tenant, valid for a day. */
  token(tenant: string): Promise<string> {
    return new SignJWT({ sub: tenant, iss: ISSUER })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt()
      .setExpirationTime('1 day')
      .sign(this.privateKey);
  }

  /** A token of this tenant, and a key that its bearer makes with it at the service of this address. */
  async credentials(url: string, tenantId: string): Promise<Credentials> {
    const jwt = await this.token(tenantId);
    const body = { name: 'benchmark', tenantId, scopes: SCOPES };
    const { status, text, body: response } = await new Api(url, jwt).post('/api/v1/api-keys', body);
    if (status !== 201) throw new Error(`an API key was answered with ${status}: ${text}`);
    return { key: (response.data as { plainKey: string }).plainKey, jwt };
  }
}
