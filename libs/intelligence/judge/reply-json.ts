/** Beginnings that turn out to be no object: each is looked at to the end of the reply. */
const MAX_FALSE_BEGINNINGS = 20;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The JSON object of a reply: the whole of it, or the last one in a text around it, such as a Markdown fence or the thoughts
 * of a model.
 *
 * @returns undefined where there is none
 */
export function jsonObjectIn(reply: string): JsonObject | undefined {
  return objectOf(reply.trim()) ?? lastObject(reply);
}

function lastObject(text: string): JsonObject | undefined {
  let found: JsonObject | undefined;
  let from = text.indexOf('{');
  for (let wrong = 0; from >= 0 && wrong < MAX_FALSE_BEGINNINGS;) {
    const end = endOf(text, from);
    const object = end === undefined ? undefined : objectOf(text.slice(from, end));
    if (object === undefined) wrong += 1;
    found = object ?? found;
    from = text.indexOf('{', object === undefined || end === undefined ? from + 1 : end);
  }
  return found;
}

/** Behind the brace that closes the one at `from`; braces in strings do not count. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let i = from; i < text.length; i++) {
    const character = text[i];
    if (isInString && character === '\\') i += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && character === '{') depth += 1;
    else if (!isInString && character === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}

function objectOf(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}
