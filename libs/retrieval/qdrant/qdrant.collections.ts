import type { EmbeddingModel } from '../embedding/embedding-model.js';
import { IndexModelError } from '../vector-index/index-model.error.js';
import type { CollectionInfo, QdrantConnection } from './qdrant.connection.js';
import { statusOf } from './qdrant.failures.js';
import {
  collectionName,
  FORMER_LAYOUT,
  LAYOUT,
  layoutFaults,
  newCollection,
  PAYLOAD_INDEXES,
} from './qdrant.layout.js';

/** Updates on a condition, which keep late writers out, are new in it; older servers ignore the condition. */
const OLDEST: readonly [major: number, minor: number] = [1, 16];

export interface OpenCollection {
  readonly name: string;
  /** Of an earlier layout. */
  readonly isFormer: boolean;
}

/** Collections and their indexes. They belong to the installation, not to a tenant. */
export class QdrantCollections {
  constructor(
    private readonly connection: QdrantConnection,
    private readonly prefix: string,
  ) {}

  /** @throws Error where the server is too old to keep the promises of VectorIndex */
  async checkVersion(): Promise<void> {
    const version = await this.connection.layout(async (api, options) => (await api.root({}, options)).data.version);
    const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
    const [oldestMajor, oldestMinor] = OLDEST;
    if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
    const found = version === undefined ? 'no Qdrant answers there' : `it is version ${version}`;
    throw new Error(
      `Qdrant at ${this.connection.origin} cannot be used: ${found}. Fix: Qdrant ${OLDEST.join('.')} or newer.`,
    );
  }

  /**
   * Makes what is missing: processes that start at once, or died half-way, end with the same. A collection of the former
   * layout is used where there is one, as the release before uses it, and gets the payload indexes that it lacks.
   * @throws IndexModelError naming what is wrong with a collection that is there
   */
  async open(model: EmbeddingModel): Promise<OpenCollection> {
    const found = await this.find(model.id);
    const name = found?.name ?? collectionName(this.prefix, model.id);
    const info = found?.info ?? (await this.create(name, model));
    const faults = layoutFaults(info, model);
    if (faults.length > 0) {
      throw new IndexModelError(
        `Qdrant's collection ${name} cannot be used: ${faults.join('; ')}. ` +
          'Fix: set QDRANT_COLLECTION to a name of your own, or remove the collection and run `mneme reindex`.',
      );
    }
    for (const index of PAYLOAD_INDEXES) {
      if (info.payload_schema[index.field_name] !== undefined) continue;
      await this.connection.layout((api, options) =>
        api.createFieldIndex({ collection_name: name, wait: true, ...index }, options),
      );
    }
    return { name, isFormer: found?.isFormer ?? false };
  }

  async has(modelId: string): Promise<boolean> {
    return (await this.find(modelId)) !== undefined;
  }

  async drop(modelId: string): Promise<void> {
    for (const layout of [LAYOUT, FORMER_LAYOUT]) {
      const name = collectionName(this.prefix, modelId, layout);
      await this.connection.layout((api, options) => api.deleteCollection({ collection_name: name }, options));
    }
  }

  private async find(modelId: string): Promise<(OpenCollection & { readonly info: CollectionInfo }) | undefined> {
    for (const layout of [LAYOUT, FORMER_LAYOUT]) {
      const name = collectionName(this.prefix, modelId, layout);
      const info = await this.info(name);
      if (info !== undefined) return { name, isFormer: layout === FORMER_LAYOUT, info };
    }
    return undefined;
  }

  private async info(name: string): Promise<CollectionInfo | undefined> {
    const answer = await this.connection.layout(
      async (api, options) => (await api.getCollection({ collection_name: name }, options)).data,
    );
    return answer?.result;
  }

  private async create(name: string, model: EmbeddingModel): Promise<CollectionInfo> {
    await this.connection.layout((api, options) =>
      api
        .createCollection({ collection_name: name, ...newCollection(model) }, options)
        // Another process was faster.
        .catch((error: unknown) => {
          if (statusOf(error) !== 409) throw error;
        }),
    );
    const info = await this.info(name);
    if (info === undefined) throw new Error(`Qdrant at ${this.connection.origin} has made no collection ${name}.`);
    return info;
  }
}
