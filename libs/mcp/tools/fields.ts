import { z } from 'zod';

/** Rules of length and number are the service's: its messages name the field and the rule. */
const TYPES = [
  'episodic',
  'semantic',
  'procedural',
  'working',
  'prospective',
  'emotional',
  'contextual',
  'identity',
  'relational',
  'event',
  'predictive',
  'task',
  'decision',
] as const;

export const id = z.string().describe('mem_…');
export const type = z.enum(TYPES);
export const tags = z.array(z.string());
export const metadata = z.record(z.string(), z.unknown());
/** For filters: one value a key. */
export const attributes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export const day = z.string().describe('ISO 8601');

/** Of a response: more fields may follow. */
export const memory = z.looseObject({
  id: z.string(),
  content: z.string(),
  type: z.string(),
  createdAt: z.string(),
  tags: tags.optional(),
  metadata: metadata.optional(),
});
