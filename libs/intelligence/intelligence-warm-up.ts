import { Injectable } from '@nestjs/common';
import { backgroundOf, type ChainMemory } from '@mneme/analysis';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { WarmUp, type WarmUpRequest } from '@mneme/platform/warm-up';
import { RetrievalService } from '@mneme/retrieval';
import { AnalysisWorkers } from './workers/analysis.workers.js';
import type { ChainTask } from './workers/chain-worker.protocol.js';
import type { FeatureRow } from './stored-form/feature-rows.js';
import { packedBytes } from './stored-form/packed-chunk.js';
import { RolePrototypeVectors } from './chains/role-prototypes.js';

const TOPIC = 'Why did we move the archive to the cellar?';
/** An invented story: how something was decided, and what comes back every week. */
const STORY = [
  'The attic leaks again, so the archive has to go somewhere else.',
  'We could rent a storage room, or clear the cellar for the archive.',
  'Renting costs 80 euros a month; the cellar costs a weekend of work.',
  'Decision: we move the archive to the cellar, because it is dry and costs nothing.',
  'On 12 March the shelves for the cellar were ordered.',
  'The archive is in the cellar now, and nothing has got wet since.',
  'Every Tuesday at 18:00 the choir rehearses in the hall.',
  'The choir rehearsed on Tuesday evening, and I was glad about it.',
];
const DAY_MS = 86_400_000;

/** Has each thread analyse a story, and sends each request. */
@Injectable()
export class IntelligenceWarmUp {
  constructor(
    warmUp: WarmUp,
    private readonly retrieval: RetrievalService,
    private readonly roles: RolePrototypeVectors,
    private readonly workers: AnalysisWorkers,
  ) {
    warmUp.addStep('analyses', () => this.analyse());
    warmUp.addRequests('chains', chainRequests);
    warmUp.addRequests('patterns', patternRequests);
  }

  /** The threads alone: tenants may have too little to begin with. */
  private async analyse(): Promise<void> {
    const vectors = await this.retrieval.embed(STORY);
    const rows = await this.featuresOf(vectors);
    const task = await this.taskOf(rows, vectors);
    const chunks = [packedBytes(Buffer.concat(rows.map(({ packed }) => Buffer.from(packed, 'base64'))))];
    const options = { minOccurrences: 2, timezone: 'Europe/Berlin' };
    await this.workers.likelyDecisions(task);
    await this.workers.chains(task);
    await this.workers.patterns({ chunks, asOf: Infinity, expired: new Uint8Array(), options });
  }

  private async featuresOf(vectors: readonly Float32Array[]): Promise<FeatureRow[]> {
    const dimensions = vectors[0]?.length ?? 0;
    const flat = new Float32Array(STORY.length * dimensions);
    vectors.forEach((vector, i) => {
      flat.set(vector, i * dimensions);
    });
    const now = Date.now();
    const documents = STORY.map((content, i) => {
      const createdAt = new Date(now - (STORY.length - i) * DAY_MS);
      return { id: newUuid(), version: 1, content, type: 'event', importance: 0.5, tags: [], metadata: {}, createdAt };
    });
    return this.workers.features({ documents, vectors: flat });
  }

  private async taskOf(rows: readonly FeatureRow[], vectors: readonly Float32Array[]): Promise<ChainTask> {
    const [modelId = ''] = this.retrieval.modelIds;
    const [prototypes, vector] = await Promise.all([
      this.roles.of(modelId),
      this.retrieval.queryVector(modelId, TOPIC),
    ]);
    const memories = rows.map(({ memoryId, features }, i): ChainMemory => {
      const times = { at: features.eventTime, storedAt: features.eventTime };
      const record = { type: 'event', content: STORY[i] ?? '', importance: 0.5, tags: [], links: [] };
      return { id: memoryId, ...times, ...record, features, vector: vectors[i] ?? vector, relevance: 0.5 };
    });
    const background = backgroundOf(vectors, prototypes);
    const topic = { text: TOPIC, vector, words: [{ word: 'archive', vector }] };
    const frame = {
      topic,
      background,
      prototypes,
      tenantSize: STORY.length,
      asOf: Date.now(),
      entityCounts: new Map(),
    };
    return { modelId, frame, memories, keys: new Map() };
  }
}

function chainRequests(tenantId: TenantId, round: number): WarmUpRequest[] {
  return [post('decision-chain', { tenantId, topic: `${TOPIC} ${round}` })];
}

function patternRequests(tenantId: TenantId): WarmUpRequest[] {
  return [post('implicit-patterns', { tenantId })];
}

function post(analysis: string, body: object): WarmUpRequest {
  return { method: 'POST', url: `/api/v1/intelligence/${analysis}`, scope: 'read:intelligence', body };
}
