import type { MemoryRecord } from '@mneme/client';
import type { ImportForm, NoteCount } from '@mneme/client/import';

/** How files are read. */
export interface ReadOptions {
  readonly from: ImportForm | 'auto';
  /** Of records that name no user. */
  readonly userId: string | undefined;
}

/** What a file holds, or why it cannot be read. */
export interface FilePreview {
  readonly name: string;
  readonly bytes: number;
  readonly form: ImportForm | undefined;
  readonly records: number;
  /** Times of the first and the last record. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly skipped: readonly NoteCount[];
  readonly changed: readonly NoteCount[];
  readonly first: readonly MemoryRecord[];
  readonly error: string | undefined;
}

/** What the page asks its worker for. */
export type Request =
  | { readonly kind: 'preview'; readonly files: readonly File[]; readonly options: ReadOptions }
  | { readonly kind: 'records'; readonly files: readonly File[]; readonly options: ReadOptions }
  | { readonly kind: 'next' };

/** What the worker answers. */
export type Answer =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'preview'; readonly previews: readonly FilePreview[] }
  /** An empty list is the end. */
  | { readonly kind: 'records'; readonly records: readonly MemoryRecord[] }
  | { readonly kind: 'failure'; readonly message: string };
