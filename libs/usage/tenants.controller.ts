import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
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
  @ApiParam({ name: 'tenantId', example: '00000000-0000-0000-0000-000000000001', description: 'The tenant' })
  @ApiOperation({ summary: 'Erase a tenant: everything that it has, for good; its keys stop working at once' })
  @Answers(TenantErasureDto, {
    status: 202,
    description: 'The erasure, which goes on in the background',
    alsoDuringErasure: true,
    errors: ['tenantMismatch', 'notFound'],
  })
  async erase(@Tenant() tenant: TenantId): Promise<TenantErasureDto> {
    return TenantErasureDto.from(await this.removal.remove(tenant));
  }
}
