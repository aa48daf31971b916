import { Module } from '@nestjs/common';
import { TenantsRepository } from './tenants.repository.js';
import { TenantsService } from './tenants.service.js';

/** Tenants and their plans. Needs AppConfig and TenantDb, which the application offers everywhere. */
@Module({ providers: [TenantsRepository, TenantsService], exports: [TenantsService] })
export class UsageModule {}
