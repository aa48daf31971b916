import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { TENANT, tenantIdField } from '@mneme/platform/validation';
import { Controller, Delete } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { TenantErasureDto } from './dto/tenant-erasure.dto.js';
import { TenantRemovalService } from './plans/tenant-removal.service.js';

@ApiTags('Tenants')
@Controller('tenants')
export class TenantsController {
  constructor(private readonly removal: TenantRemovalService) {}

  @Delete(':tenantId')
  @RequireScope('manage:tenant')
  @ApiParam({
    name: 'tenantId',
    schema: { ...tenantIdField().schema, example: TENANT.example },
    description: 'The tenant',
  })
  @ApiOperation({
    operationId: 'tenants.delete',
    summary: 'Erase a tenant',
    description:
      'Erases all data of the tenant permanently: memories with their history and vectors, API keys, webhooks, events and usage. Its API keys stop working before the response is sent. The rest continues in the background.',
  })
  @Answers(TenantErasureDto, {
    status: 202,
    description: 'The erasure, which goes on in the background',
    alsoDuringErasure: true,
    errors: ['tenantMismatch', DomainError.notFound('tenant')],
  })
  async erase(@Tenant() tenant: TenantId): Promise<TenantErasureDto> {
    return TenantErasureDto.from(await this.removal.remove(tenant));
  }
}
