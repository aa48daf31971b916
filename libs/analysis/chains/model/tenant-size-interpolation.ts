/** Memories of the smallest and of the largest tenants whose answers were learnt from; others are taken for these. */
const SMALL = 20;
const LARGE = 1_000;

/** How small a tenant is: 1 of 20 memories or fewer, 0 from 1,000 on, and by the logarithm in between. */
export function tenantSmallness(tenantSize: number): number {
  const within = Math.min(LARGE, Math.max(SMALL, tenantSize));
  return Math.log(LARGE / within) / Math.log(LARGE / SMALL);
}

/** What holds in the largest tenants and in the smallest; see `tenantSmallness`. */
export interface BySize {
  readonly large: number;
  readonly small: number;
}

/** What holds in a tenant of that many memories. */
export function bySize({ large, small }: BySize, tenantSize: number): number {
  return large + tenantSmallness(tenantSize) * (small - large);
}
