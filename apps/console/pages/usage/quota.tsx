import type { VNode } from 'preact';
import { StatusBadge } from '../../components/status-badge.js';
import { percent } from '../../text/formats.js';

/** From this share on, a reader should know. */
const NEAR = 0.8;

interface QuotaProps {
  readonly title: string;
  readonly used: number;
  readonly limit: number;
  /** From here on, the limit is one in name only: the plan `local` has such numbers. */
  readonly boundless: number;
  readonly format: (value: number) => string;
  readonly note: VNode | string;
}

/** How much of a part of the plan is used, in words and as a bar. */
export function Quota({ title, used, limit, boundless, format, note }: QuotaProps): VNode {
  const share = limit === 0 ? 1 : used / limit;
  const isBounded = limit < boundless;
  return (
    <li class="card quota">
      <h3>{title}</h3>
      <p class="quota-used number">{format(used)}</p>
      {isBounded ? (
        <>
          <meter
            min={0}
            max={1}
            low={NEAR}
            high={1}
            optimum={0}
            value={Math.min(1, share)}
            aria-label={`${title}: ${shareOf(share)} of the plan`}
          />
          <p class="hint number">
            {shareOf(share)} of {format(limit)}
          </p>
        </>
      ) : (
        <p class="hint">The plan sets no limit that matters in practice.</p>
      )}
      {isBounded && share >= 1 && <StatusBadge tone="bad" text="used up" />}
      {isBounded && share >= NEAR && share < 1 && <StatusBadge tone="waiting" text="nearly used up" />}
      <p class="hint">{note}</p>
    </li>
  );
}

/** Little is not nothing, and nearly all is not all. */
function shareOf(share: number): string {
  if (share > 0 && share < 0.01) return `less than ${percent(0.01)}`;
  return percent(share < 1 ? Math.min(share, 0.99) : share);
}
