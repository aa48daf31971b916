import { MIN_P, TENTATIVE_P, type Candidate, type Family } from '../types/candidate.js';
import type { Suppressed } from '../types/pattern.js';

/** Reaches are counted in steps of a tenth of a power of ten, up to 10^−40. */
const STEPS = 10;
const FARTHEST = 40;

/** What one family tried: every hypothesis is counted with its reach, those with p up to `TENTATIVE_P` are kept. */
export class FamilyRun {
  private kept: Candidate[] = [];
  readonly suppressed: Suppressed[] = [];
  /** Whether only a sample of the memories was looked at. */
  isSampled = false;
  /** Why nothing was tested, in a sentence, where the family knows more than that. */
  untested: string | undefined;
  private readonly reaches = new Float64Array(FARTHEST * STEPS + 1);
  private all = 0;
  private chance = 0;

  constructor(readonly family: Family) {}

  get candidates(): readonly Candidate[] {
    return this.kept;
  }

  /** Hypotheses tested, listed or not. */
  get tried(): number {
    return this.all;
  }

  /** How many of the hypotheses chance alone gives a p up to `TENTATIVE_P`, in expectation. */
  get byChance(): number {
    return this.chance;
  }

  /**
   * @param reach −log10 of the smallest p it could have; known from its episodes alone
   * @param chance how likely it has a p up to `TENTATIVE_P` by chance alone
   */
  count(reach: number, chance: number, hypotheses = 1): void {
    const step = Math.max(0, Math.min(FARTHEST * STEPS, Math.ceil(reach * STEPS)));
    this.reaches[step] = (this.reaches[step] ?? 0) + hypotheses;
    this.all += hypotheses;
    this.chance += chance * hypotheses;
  }

  /** No p is 0: what is too small for the arithmetic of a test is reported as `MIN_P`. */
  add(candidate: Candidate | undefined): void {
    if (candidate === undefined || candidate.p > TENTATIVE_P) return;
    this.kept.push(candidate.p < MIN_P ? { ...candidate, p: MIN_P } : candidate);
  }

  /** Forgets the candidates that are not wanted. They stay counted as tried. */
  keep(isWanted: (candidate: Candidate) => boolean): void {
    this.kept = this.kept.filter(isWanted);
  }

  /** How many could have had a p this small (−log10 given), had all their episodes agreed; rounded up. */
  reaching(reach: number): number {
    let count = 0;
    for (let step = Math.max(0, Math.floor(reach * STEPS)); step < this.reaches.length; step += 1) {
      count += this.reaches[step] ?? 0;
    }
    return count;
  }
}
