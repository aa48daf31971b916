import type { ComponentChildren, VNode } from 'preact';

interface FactsProps {
  /** `line`: one after the other, small; `grid`: each below its name. */
  readonly layout: 'line' | 'grid';
  readonly children: ComponentChildren;
}

/** Facts, each with its name. */
export function Facts({ layout, children }: FactsProps): VNode {
  return <dl class={layout === 'line' ? 'record-facts' : 'facts'}>{children}</dl>;
}

interface FactProps {
  readonly label: string;
  /** In a grid: it has a line of its own. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** One of them. */
export function Fact({ label, isWide = false, children }: FactProps): VNode {
  return (
    <div class={isWide ? 'fact wide' : 'fact'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
