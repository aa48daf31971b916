import type { Chain } from '@mneme/client';
import type { VNode } from 'preact';
import type { Fit } from './fit.js';

const AGAINST: readonly string[] = ['opposes', 'rejected', 'superseded_by'];

/** What frames and lines of the picture mean, as far as it has them. */
export function Legend({ chain, hasGaps }: { readonly chain: Chain; readonly hasGaps: boolean }): VNode {
  return (
    <ul class="chain-legend" aria-label="Legend">
      {chain.nodes.some(({ onTrunk }) => onTrunk) && <li class="is-path">Coloured frame: the main path</li>}
      {chain.edges.some(({ relation }) => AGAINST.includes(relation)) && (
        <li class="is-against">Red line: speaks against it, or was not chosen</li>
      )}
      <li class="is-sure">The thicker a line, the surer the link</li>
      {hasGaps && <li class="is-missing">Dashed: missing</li>}
    </ul>
  );
}

/** Where the picture is wider than its place: that it scrolls, and the other size. */
export function SizeHint({ fit: { isFit, isWide, toggle } }: { readonly fit: Fit }): VNode | null {
  if (!isWide) return null;
  return (
    <p class="chain-size hint">
      {!isFit && <span>Scroll sideways to see all of it, or read the list below.</span>}
      <button type="button" class="link-button" onClick={toggle}>
        {isFit ? 'Actual size' : 'Fit to width'}
      </button>
    </p>
  );
}
