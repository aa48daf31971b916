import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AppConfig } from '@mneme/platform/config';
import { EmbedderFactory } from '../../../libs/retrieval/embedding/embedder.factory.js';
import { TextWorkers } from '../../../libs/retrieval/embedding/text-workers.js';
import { EmbeddingsServer } from '../../support/vectors/embeddings-server.js';
import { embedderContract } from './embedder.contract-suite.js';

const settings = { modelsDir: resolve('models'), modelsRemote: false, embeddingThreads: 2 };
/** One for all tests, as for a process: see TextWorkers. */
const pool = new TextWorkers(settings as AppConfig);

function factory(changes: Partial<AppConfig> = {}): EmbedderFactory {
  return new EmbedderFactory({ ...settings, ...changes } as AppConfig, pool);
}

function transformers(name: string) {
  return () => Promise.resolve({ embedder: factory().create(name), close: () => Promise.resolve() });
}

async function openAi(knowsBase64: boolean) {
  const server = await EmbeddingsServer.start();
  server.knowsBase64 = knowsBase64;
  const embedder = factory({ embeddingUrl: server.url, embeddingApiKey: server.key }).create(`openai:${server.model}`);
  return { embedder, close: () => server.stop() };
}

embedderContract('Transformers.js, builtin, two threads', transformers('builtin'));

const miniLm = resolve('../shared/models/minilm-l6-w8');
if (existsSync(miniLm)) embedderContract('Transformers.js, a folder', transformers(miniLm));

embedderContract('a server of the OpenAI embeddings call', () => openAi(true));
embedderContract('a server that knows no base64', () => openAi(false));
