import { LRUCache } from 'lru-cache';
import type { Principal } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import { Injectable } from '@nestjs/common';
import type { ApiKey } from '../api-keys/api-key.entity.js';
import { parseApiKey } from '../api-keys/api-key-format.js';
import { ApiKeyLookup } from '../api-keys/api-key-lookup.js';
import { KeyHasher } from '../hashing/key-hasher.js';
import { KeyUses } from '../api-keys/key-uses.js';

const REMEMBERED_KEYS = 10_000;

/** Tells which tenant an API key speaks for. */
@Injectable()
export class ApiKeyVerifier {
  /** Public ids of keys that have worked here: looking one up again costs a query in ten seconds at most. */
  private readonly accepted = new LRUCache<string, true>({ max: REMEMBERED_KEYS });

  constructor(
    private readonly lookup: ApiKeyLookup,
    private readonly hasher: KeyHasher,
    private readonly uses: KeyUses,
  ) {}

  /**
   * @param lookUp false: a key that was never accepted here is refused without looking for it
   * @throws DomainError authInvalid
   */
  async verify(token: string, lookUp: boolean): Promise<Principal> {
    const parsed = parseApiKey(token);
    if (parsed === undefined || !(lookUp || this.accepted.has(parsed.keyId))) throw DomainError.authInvalid();
    const key = await this.lookup.findUsable(parsed.keyId);
    const hash = key === undefined ? undefined : this.hasher.verify(token, key);
    if (key === undefined || hash === undefined) throw DomainError.authInvalid();
    this.accepted.set(parsed.keyId, true);
    this.uses.touch(key, hash);
    return { ...principalOf(key), kind: 'apiKey' };
  }

  /** For a token made from a key: the key, still usable. @throws DomainError authInvalid */
  async stillUsable(keyId: string): Promise<ApiKey> {
    const key = await this.lookup.findUsable(keyId);
    if (key === undefined) throw DomainError.authInvalid();
    this.uses.touch(key);
    return key;
  }
}

function principalOf(key: ApiKey): Omit<Principal, 'kind'> {
  return {
    tenantId: key.tenantId,
    scopes: new Set(key.scopes),
    keyId: key.id,
    expiresAt: key.expiresAt ?? undefined,
  };
}
