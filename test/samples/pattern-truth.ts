import { sampleFile } from './sample-tenant.js';

export type Valence = 'positive' | 'negative';

/** truth/README.md says what the parameters mean. */
export type PatternKind =
  | { readonly family: 'routine'; readonly params: { readonly weekday?: number; readonly hour?: number } }
  | { readonly family: 'interval'; readonly params: { readonly intervalDays: number; readonly toleranceDays: number } }
  | {
      readonly family: 'sequence';
      readonly params: { readonly from: string; readonly to: string; readonly lagDays: readonly [number, number] };
    }
  | { readonly family: 'association'; readonly params: Readonly<Record<string, never>> }
  | { readonly family: 'emotion'; readonly params: { readonly direction: Valence } }
  | { readonly family: 'trend'; readonly params: { readonly direction: 'up' } }
  | { readonly family: 'theme'; readonly params: { readonly words: readonly string[] } }
  | { readonly family: 'preference'; readonly params: { readonly chosen: 'repair'; readonly instead: 'new' } }
  | { readonly family: 'importance'; readonly params: { readonly above: number } };

export interface PatternStats {
  readonly test: 'binomial' | 'sign' | 'fisher';
  readonly observed: number;
  readonly of: number;
  readonly expected: number;
  readonly p: number;
}

export type Pattern = PatternKind & {
  readonly id: string;
  readonly description: string;
  readonly items: readonly string[];
  readonly stats: PatternStats;
  readonly support: {
    readonly memories: number;
    readonly days: number;
    readonly firstAt: string;
    readonly lastAt: string;
  };
  readonly occurrences: readonly string[];
  readonly counterExamples: readonly string[];
};

export interface Labels {
  readonly valence: Readonly<Record<Valence, readonly string[]>>;
  readonly preferenceChoice: Readonly<Record<'repair' | 'new', readonly string[]>>;
}

export interface PatternTruth {
  readonly patterns: readonly Pattern[];
  readonly lookalikes: readonly Pattern[];
  readonly labels: Labels;
}

export function patternTruth(): PatternTruth {
  return JSON.parse(sampleFile('truth/patterns.json')) as PatternTruth;
}
