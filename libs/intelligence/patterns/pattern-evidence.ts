import { Injectable } from '@nestjs/common';
import { excerptOf, type Pattern, type PatternReport } from '@mneme/analysis';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { PatternEvidenceRepository } from './pattern-evidence.repository.js';

const EXCERPT_CHARACTERS = 160;
/** Of whitespace, which an excerpt has less of, there may be some more. */
const READ_CHARACTERS = 2 * EXCERPT_CHARACTERS;

/** A memory that agrees with a pattern, as a reader sees it. */
export interface ShownEvidence {
  /** UUID. */
  readonly id: string;
  readonly excerpt: string;
  /** Event time, ISO 8601. */
  readonly at: string;
}

export interface ShownPattern extends Omit<Pattern, 'evidence'> {
  readonly evidence: readonly ShownEvidence[];
}

/** What is reported, with the words of its evidence. */
export interface ShownReport extends Omit<PatternReport, 'patterns'> {
  readonly patterns: readonly ShownPattern[];
}

/** Gives the evidence of patterns its words, with one statement for all of them. */
@Injectable()
export class PatternEvidence {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly texts: PatternEvidenceRepository,
  ) {}

  /** Without memories that have been deleted since they were analysed. */
  async shown(tenant: TenantId, report: PatternReport): Promise<ShownReport> {
    const ids = [...new Set(report.patterns.flatMap(({ evidence }) => evidence.map(({ id }) => id)))];
    const contents =
      ids.length === 0
        ? new Map<string, string>()
        : await this.tenantDb.read(tenant, (tx) => this.texts.beginnings(tx, tenant, ids, READ_CHARACTERS));
    const withWords = ({ id, at }: Pattern['evidence'][number]): ShownEvidence[] => {
      const content = contents.get(id);
      return content === undefined ? [] : [{ id, excerpt: excerptOf(content, EXCERPT_CHARACTERS), at }];
    };
    const patterns = report.patterns.map((pattern) => ({
      ...pattern,
      evidence: pattern.evidence.flatMap(withWords),
    }));
    return { ...report, patterns };
  }
}
