import { statedMoment } from '@mneme/platform/clock';
import type { DocumentText } from './lexical/document-analysis.js';

/** What the analysis reads of a document. */
export function documentText({ content, tags, metadata, createdAt }: Omit<DocumentText, 'statedDay'>): DocumentText {
  return { content, tags, metadata, statedDay: statedMoment(metadata['occurredAt'])?.day, createdAt };
}
