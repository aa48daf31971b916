import type { VNode } from 'preact';

const WIDTH = 480;
const HEIGHT = 64;
const BAR = { top: 20, height: 22 } as const;
/** Beyond this share, the words at the mark of chance stand to its left. */
const FAR = 0.6;

interface PairBarProps {
  /** Episodes that agree, that do not, and that would agree by chance. */
  readonly data: readonly number[];
  readonly label: string;
}

/** How many agree, beside how many would by chance. */
export function PairBar({ data: [agree = 0, disagree = 0, expected = 0], label }: PairBarProps): VNode {
  const all = Math.max(agree + disagree, expected, 1);
  const split = (agree / all) * WIDTH;
  const chance = (expected / all) * WIDTH;
  const isFar = expected / all > FAR;
  return (
    <svg class="viz" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <rect x={0} y={BAR.top} width={WIDTH} height={BAR.height} rx={4} class="viz-rest" />
      <rect x={0} y={BAR.top} width={split} height={BAR.height} rx={4} class="viz-bar is-highest" />
      <line x1={chance} x2={chance} y1={BAR.top - 6} y2={BAR.top + BAR.height + 6} class="viz-mark" />
      <text x={0} y={12} class="viz-label">
        {`${agree} agree`}
      </text>
      <text x={WIDTH} y={12} class="viz-label viz-end">
        {`${disagree} do not`}
      </text>
      <text x={chance + (isFar ? -5 : 5)} y={HEIGHT - 6} class={isFar ? 'viz-label viz-end' : 'viz-label'}>
        {`${expected} by chance`}
      </text>
    </svg>
  );
}
