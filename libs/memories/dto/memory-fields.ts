import { dateTime, listOf, number, oneOf, text } from '@mneme/platform/validation';
import { MEMORY_TYPES } from '../storage/memory-types.js';
import { tagField } from '../storage/tags.js';
import { metadataField } from './metadata-field.js';

/** The fields of a memory, as every request that carries them checks them. */
export const content = text(1, 10_000);
export const memoryType = oneOf(MEMORY_TYPES);
export const importance = number(0, 1);
export const tag = tagField();
export const tags = listOf(tag, 0, 50);
export const metadata = metadataField();
export const externalId = text(1, 255);
export const instant = dateTime();
