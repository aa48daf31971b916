import { WarmUp } from '@mneme/platform/warm-up';
import { UsageModule } from '@mneme/usage';
import { Module, type DynamicModule } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { newApiKey } from './api-keys/api-key-format.js';
import { ApiKeyLookup } from './api-keys/api-key-lookup.js';
import { ApiKeyRotationService } from './api-keys/api-key-rotation.service.js';
import { ApiKeyUsageService } from './api-keys/api-key-usage.service.js';
import { ApiKeyVerifier } from './credentials/api-key.verifier.js';
import { ApiKeysEraser } from './api-keys/api-keys-eraser.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysRepository } from './api-keys/api-keys.repository.js';
import { ApiKeysService } from './api-keys/api-keys.service.js';
import { CredentialGuard } from './credentials/credential.guard.js';
import { CredentialVerifier } from './credentials/credential.verifier.js';
import { KeyHasher } from './hashing/key-hasher.js';
import { KeyPeppersService } from './api-keys/key-peppers.service.js';
import { KeyRevocations } from './api-keys/key-revocations.js';
import { KeyScopes } from './api-keys/key-scopes.js';
import { KeyUses } from './api-keys/key-uses.js';
import { ScopeRegistry } from './api-keys/scope-registry.js';
import { ServiceTokens } from './credentials/service-tokens.js';
import { TokenExchangeController } from './token-exchange.controller.js';
import { UserTokenVerifier } from './credentials/user-token.verifier.js';

export interface KeysOptions {
  /** The scopes that the application's features declare. */
  readonly scopes: readonly string[];
}

/** Who is calling: API keys, users' JWTs, service JWTs. */
@Module({})
export class KeysModule {
  constructor(warmUp: WarmUp, tokens: UserTokenVerifier, keys: ApiKeyLookup) {
    warmUp.addStep('key lookup', () => keys.findUsable(newApiKey('development').keyId));
    warmUp.addStep('identity provider', () => tokens.loadKeys());
    warmUp.addRequests('keys', (tenantId) => [
      { method: 'GET', url: `/api/v1/api-keys?tenantId=${tenantId}`, scope: 'manage:keys' },
    ]);
  }

  static forRoot({ scopes }: KeysOptions): DynamicModule {
    return {
      module: KeysModule,
      imports: [UsageModule, JwtModule.register({})],
      controllers: [ApiKeysController, TokenExchangeController],
      providers: [
        { provide: ScopeRegistry, useValue: new ScopeRegistry(scopes) },
        ApiKeyLookup,
        ApiKeyRotationService,
        ApiKeyUsageService,
        ApiKeyVerifier,
        ApiKeysEraser,
        ApiKeysRepository,
        ApiKeysService,
        CredentialGuard,
        CredentialVerifier,
        KeyHasher,
        KeyPeppersService,
        KeyRevocations,
        KeyScopes,
        KeyUses,
        ServiceTokens,
        UserTokenVerifier,
      ],
      exports: [ApiKeysService, CredentialGuard, KeyPeppersService],
    };
  }
}
