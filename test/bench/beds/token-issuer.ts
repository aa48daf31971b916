import { type CryptoKey, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { ISSUER } from '../../support/service/shared-server.js';

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
}
