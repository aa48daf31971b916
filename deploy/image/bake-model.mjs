// Puts an embedding model into ./models and proves that it loads: what the image will start with. The built-in model and
// folders under ./models are there already; a name on the Hugging Face hub is downloaded. Exits 1 where it cannot be had.
// Usage: node bake-model.mjs MODEL, as in EMBEDDING_MODEL
import 'reflect-metadata';
import { readConfig } from '../../dist/libs/platform/config/index.js';
import { EmbedderFactory } from '../../dist/libs/retrieval/embedding/embedder.factory.js';
import { TextWorkers } from '../../dist/libs/retrieval/embedding/text-workers.js';

const name = process.argv[2] ?? 'builtin';
if (name.startsWith('openai:')) {
  console.log(`${name} is served by another server: nothing to put into the image`);
} else {
  const { MODELS_HUB_URL } = process.env;
  const config = readConfig({ env: { EMBEDDING_MODEL: name, MODELS_DIR: './models', MODELS_HUB_URL } });
  const embedder = new EmbedderFactory(config, new TextWorkers(config)).create(name);
  try {
    await embedder.load();
    console.log(`${embedder.model.id}, ${embedder.model.dimensions} dimensions`);
  } catch (error) {
    console.error(`The model ${name} cannot be put into the image: ${error.message}`);
    process.exit(1);
  }
}
