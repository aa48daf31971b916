import { ApiProperty } from '@nestjs/swagger';
import type { ServiceToken } from '../credentials/service-tokens.js';

/** Data of GET /auth/clerk-token. */
export class ServiceTokenDto {
  @ApiProperty({
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6Im1uZW1lLXNlcnZpY2Urand0In0.e30.c2lnbmF0dXJl',
    description: 'The token. Send it as `Authorization: Bearer <token>`',
  })
  readonly token: string;

  @ApiProperty({ enum: ['Bearer'], description: 'How to send it' })
  readonly tokenType: 'Bearer';

  @ApiProperty({ format: 'date-time', description: 'When it expires: in an hour, or with the credential' })
  readonly expiresAt: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001', description: 'Its tenant' })
  readonly tenantId: string;

  static from({ token, expiresAt, tenantId }: ServiceToken): ServiceTokenDto {
    return { token, tokenType: 'Bearer', expiresAt: expiresAt.toISOString(), tenantId };
  }
}
