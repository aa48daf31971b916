import { choiceIn } from './choice.js';
import { entitiesOf } from './entities.js';
import { eventTimeOf } from './event-time.js';
import { linksOf } from './explicit-links.js';
import { FEATURES_VERSION, type FeatureSource, type MemoryFeatures } from './memory-features.js';
import { feelingOf, mannerOf, roleCuesOf } from './role-cues.js';
import { READ_CHARACTERS, tokensOf } from './tokens.js';

/** What a memory says of itself, read once when it is indexed. Pure; under a millisecond for any text. */
export function extractFeatures(source: FeatureSource): MemoryFeatures {
  const tokens = tokensOf(source.content);
  const { at, isDay, from } = eventTimeOf(source);
  return {
    version: FEATURES_VERSION,
    eventTime: at,
    eventTimeFrom: from,
    eventTimeIsDay: isDay,
    entities: entitiesOf(source.content.slice(0, READ_CHARACTERS), tokens),
    ...feelingOf(tokens),
    cues: roleCuesOf(tokens),
    manner: mannerOf(tokens),
    choice: choiceIn(tokens),
    links: linksOf(source.metadata),
  };
}
