/** Where the version digit of a UUID stands. */
const VERSION = 14;

/**
 * The id of a passage, 0 to 15: the memory's id with the passage in its version digit, the only four bits of a UUID that
 * are the same in all of them. So different passages never share an id, and passage 0, the head, has the memory's own.
 */
export function pointId(memoryId: string, passage: number): string {
  return toggled(memoryId, passage);
}

/** The other way round: the same digit is changed back. */
export function memoryIdOf(pointId: string, passage: number): string {
  return passage === 0 ? pointId : toggled(pointId, passage);
}

function toggled(id: string, passage: number): string {
  const digit = (parseInt(id.charAt(VERSION), 16) ^ passage).toString(16);
  return id.slice(0, VERSION) + digit + id.slice(VERSION + 1);
}
