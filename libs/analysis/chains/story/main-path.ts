import type { Link } from './relations.js';

/** What carries the story on; what was weighed, left and taken back are branches. */
const carries = new Set(['raises', 'chosen', 'led_to', 'resulted_in']);

const judged = new Set(['chosen', 'rejected', 'supports', 'opposes']);
/** What metadata states is as sure as this at least. */
const STATED = 0.95;

/** How sure a link is, ends and relation together. */
export function linkConfidence({ from, to, relation, certainty, explicit }: Link): number {
  const whole = relation === 'weighed' ? certainty : from.confidence * to.confidence * certainty;
  if (!explicit) return whole;
  // Metadata says that the two belong together, not which option was taken, on which side a fact is, nor that it is either.
  return judged.has(relation) ? from.confidence * certainty : Math.max(STATED, whole);
}

/**
 * The longest path through the decision; of paths as long the one whose weakest link is strongest, then the
 * one that comes first in canonical order. Links run forward in time, so that places ascend along it.
 *
 * @returns its links, first to last; none where nothing leads to or from the decision
 */
export function trunkOf(links: readonly Link[], candidate: number): Link[] {
  const usable = links.filter(({ relation }) => carries.has(relation));
  const before = fromCandidate(
    usable,
    candidate,
    ({ to }) => to.place,
    ({ from }) => from.place,
  );
  const after = fromCandidate(
    usable,
    candidate,
    ({ from }) => from.place,
    ({ to }) => to.place,
  );
  return [...before.reverse(), ...after];
}

interface Path {
  readonly links: Link[];
  readonly weakest: number;
}

/** The best path that ends in the candidate (walked backwards) or begins there. */
function fromCandidate(
  links: readonly Link[],
  place: number,
  near: (link: Link) => number,
  far: (link: Link) => number,
): Link[] {
  const best = (at: number): Path => {
    const paths = links
      .filter((link) => near(link) === at)
      .map((link) => {
        const rest = best(far(link));
        return { links: [link, ...rest.links], weakest: Math.min(linkConfidence(link), rest.weakest) };
      });
    return paths.reduce<Path>((most, path) => (better(path, most) ? path : most), { links: [], weakest: Infinity });
  };
  return best(place).links;
}

/** Longer first (a story without its end is none), then the stronger weakest link. */
function better(path: Path, than: Path): boolean {
  if (path.links.length !== than.links.length) return path.links.length > than.links.length;
  return path.weakest > than.weakest;
}
