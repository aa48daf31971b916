import type { MemoryInput, Mneme, RequestOptions } from '@mneme/client';

/** A request has 500 memories and 1 MiB at most; a character has up to 3 bytes of UTF-8, and up to 1 more in JSON. */
const MAX_MEMORIES = 500;
const MAX_CHARACTERS = 250_000;

/**
 * Stores memories in as few requests as it takes. Those whose external id exists become what is given.
 * @throws Error where the service refuses some of them
 */
export async function storeAll(
  mneme: Mneme,
  memories: readonly MemoryInput[],
  options: RequestOptions = {},
): Promise<void> {
  for (const some of portions(memories)) {
    const { results } = await mneme.memories.createMany(some, { onConflict: 'replace' }, options);
    const refused = results.flatMap(({ errors = [] }) => errors.map(({ message }) => message));
    if (refused.length > 0) throw new Error(`the service refused to store this: ${refused.join('; ')}`);
  }
}

function* portions(memories: readonly MemoryInput[]): Generator<MemoryInput[], void, undefined> {
  let some: MemoryInput[] = [];
  let characters = 0;
  for (const memory of memories) {
    const size = JSON.stringify(memory).length;
    if (some.length > 0 && (some.length === MAX_MEMORIES || characters + size > MAX_CHARACTERS)) {
      yield some;
      some = [];
      characters = 0;
    }
    some.push(memory);
    characters += size;
  }
  if (some.length > 0) yield some;
}
