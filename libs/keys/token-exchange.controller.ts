import { Answers } from '@mneme/platform/answers';
import { Caller, RequireCredential, type Principal } from '@mneme/platform/auth';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ServiceTokenDto } from './dto/service-token.dto.js';
import { ServiceTokens } from './credentials/service-tokens.js';

/** The interface fixes this path outside of /api/v1. */
@ApiTags('Tokens')
@Controller('auth')
@RequireCredential()
export class TokenExchangeController {
  constructor(private readonly tokens: ServiceTokens) {}

  @Get('clerk-token')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'tokens.exchange',
    summary: 'Exchange a credential for a token',
    description:
      'Returns a token with the tenant and the scopes of the credential, valid for an hour at most. Pass it on where the credential itself must not go.',
  })
  @Answers(ServiceTokenDto, {
    description: 'A token with the same tenant and scopes',
    access: 'credential',
    errors: ['tenantMismatch'],
  })
  async exchange(@Caller() caller: Principal): Promise<ServiceTokenDto> {
    return ServiceTokenDto.from(await this.tokens.exchange(caller));
  }
}
