import { Body, Controller, Delete, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Answers } from '@mneme/platform/answers';
import { RequireScope, Tenant } from '@mneme/platform/auth';
import type { TenantId } from '@mneme/platform/ids';
import {
  DismissPatternDto,
  PatternDismissalDto,
  RestoredPatternDto,
  RestorePatternQuery,
  SAMPLE_PATTERN_ID,
} from './dto/pattern-dismissal.dto.js';
import { NO_PATTERN, PatternDismissalsService, TOO_MANY_DISMISSALS } from './patterns/pattern-dismissals.service.js';
import { PATTERN_ID_SCHEMA } from './patterns/pattern-id.field.js';

const PatternId = (): MethodDecorator =>
  ApiParam({
    name: 'id',
    schema: { ...PATTERN_ID_SCHEMA, example: SAMPLE_PATTERN_ID },
    description: 'Identifier of the pattern',
  });

/** Patterns that people do not want to see again. */
@ApiTags('Patterns')
@Controller('intelligence/patterns/:id/dismiss')
@RequireScope('write:intelligence')
export class PatternDismissalsController {
  constructor(private readonly dismissals: PatternDismissalsService) {}

  @Post()
  @PatternId()
  @ApiOperation({
    operationId: 'patterns.dismiss',
    summary: 'Dismiss a pattern',
    description:
      'Leaves the pattern out of later responses. Dismissing it again changes nothing but the reason. The pattern need not be found at the moment. This operation is in beta.',
  })
  @Answers(PatternDismissalDto, {
    description: 'The pattern is dismissed',
    errors: [
      'validation',
      'tenantMismatch',
      NO_PATTERN,
      TOO_MANY_DISMISSALS,
      'payloadTooLarge',
      'unsupportedMediaType',
    ],
  })
  async dismiss(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Body() body: DismissPatternDto,
  ): Promise<PatternDismissalDto> {
    return PatternDismissalDto.from(await this.dismissals.dismiss(tenant, id, body.reason));
  }

  @Delete()
  @PatternId()
  @ApiOperation({
    operationId: 'patterns.restore',
    summary: 'Restore a dismissed pattern',
    description:
      'Takes a dismissal back. The response is the same if the pattern was not dismissed. This operation is in beta.',
  })
  @Answers(RestoredPatternDto, {
    description: 'The pattern is not dismissed',
    errors: ['validation', 'tenantMismatch', NO_PATTERN],
  })
  async restore(
    @Tenant() tenant: TenantId,
    @Param('id') id: string,
    @Query() _: RestorePatternQuery,
  ): Promise<RestoredPatternDto> {
    return this.dismissals.restore(tenant, id).then(() => ({ id, dismissed: false }));
  }
}
