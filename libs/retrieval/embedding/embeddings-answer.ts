interface Item {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/**
 * The vectors of an answer to the OpenAI embeddings call, at unit length, in the order of the texts: `data[].index` says
 * which text each belongs to. Numbers, or base64 of little-endian 32-bit floats.
 * @throws Error where the answer is something else
 */
export function readEmbeddings(answer: unknown, texts: number): Float32Array[] {
  const data: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
  if (!Array.isArray(data) || data.length !== texts) throw new Error('its answer has not one vector a text');
  const vectors = new Array<Float32Array | undefined>(texts);
  for (const [position, item] of (data as Item[]).entries()) {
    const index = typeof item.index === 'number' ? item.index : position;
    if (index in vectors && vectors[index] !== undefined) throw new Error('its answer has two vectors for one text');
    vectors[index] = unitLength(numbersOf(item.embedding));
  }
  return Array.from(vectors, (vector) => {
    if (vector === undefined) throw new Error('its answer has no vector for a text');
    return vector;
  });
}

function numbersOf(embedding: unknown): Float32Array {
  if (Array.isArray(embedding)) return Float32Array.from(embedding as number[]);
  if (typeof embedding !== 'string') throw new Error('its answer has no vector for a text');
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

function unitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0 && length < Infinity)) throw new Error('its answer has a vector without length');
  return vector.map((value) => value / length);
}
