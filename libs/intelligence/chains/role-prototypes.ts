import { Injectable } from '@nestjs/common';
import { PROTOTYPE_SENTENCES, ROLES, type RolePrototypes } from '@mneme/analysis';
import { RetrievalService } from '@mneme/retrieval';

/** How sentences of each role read to the model in use; embedded once a model. */
@Injectable()
export class RolePrototypeVectors {
  private known: { readonly modelId: string; readonly vectors: Promise<RolePrototypes> } | undefined;

  constructor(private readonly retrieval: RetrievalService) {}

  /** @throws DomainError externalService where the embedding model does not answer */
  async of(modelId: string): Promise<RolePrototypes> {
    if (this.known?.modelId !== modelId) {
      const vectors = this.embed();
      this.known = { modelId, vectors };
      vectors.catch(() => {
        if (this.known?.vectors === vectors) this.known = undefined;
      });
    }
    return this.known.vectors;
  }

  private async embed(): Promise<RolePrototypes> {
    const vectors = await this.retrieval.embed(ROLES.flatMap((role) => PROTOTYPE_SENTENCES[role]));
    const next = vectors.values();
    const entries = ROLES.map((role) => [
      role,
      PROTOTYPE_SENTENCES[role].map(() => next.next().value ?? new Float32Array()),
    ]);
    return Object.fromEntries(entries) as RolePrototypes;
  }
}
