import { Injectable } from '@nestjs/common';
import { topicOfDecision } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { parseId, type TenantId } from '@mneme/platform/ids';
import type { DecisionChainDto } from '../dto/decision-chain.dto.js';
import { ChainRowsRepository } from './chain-rows.repository.js';

const READ_CHARACTERS = 2_000;

/** What a request asks for. */
export interface Requested {
  readonly topic: string;
  /** UUID of the decision, where the request names it. */
  readonly decisionId?: string;
}

/** What decision a request asks for: by a topic, by its id, or by both. */
@Injectable()
export class RequestedDecision {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly rows: ChainRowsRepository,
  ) {}

  /** @throws DomainError validation where it names neither; notFound where the tenant has no such memory */
  async of(tenant: TenantId, { topic, decisionId, asOf }: DecisionChainDto): Promise<Requested> {
    if (decisionId === undefined) {
      if (topic === undefined) throw DomainError.validation('topic must be given, or decisionId', 'topic');
      return { topic };
    }
    const id = parseId('mem', decisionId);
    if (id === undefined) throw DomainError.notFound('memory');
    const storedBy = asOf === undefined ? undefined : new Date(asOf);
    const content = await this.tenantDb.read(tenant, (tx) =>
      this.rows.beginning(tx, tenant, id, READ_CHARACTERS, storedBy),
    );
    if (content === undefined) throw DomainError.notFound('memory');
    return { topic: topic ?? topicOfDecision(content), decisionId: id };
  }
}
