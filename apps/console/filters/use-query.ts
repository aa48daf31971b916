import { useLocation } from 'preact-iso';
import { useMemo, useRef } from 'preact/hooks';

interface Query {
  readonly query: URLSearchParams;
  /** Shows the same page with another query, in the place of the present one. */
  readonly replace: (query: URLSearchParams) => void;
  /** The same as a step of its own, which Back takes back. */
  readonly push: (query: URLSearchParams) => void;
}

/** The query of the address: what a page shows is in it, so that a link or a reload shows the same. */
export function useQuery(): Query {
  const { url, path, route } = useLocation();
  const own = useRef({ path, text: '' });
  // A page is still shown while the one that is gone to loads: that one's query is none of it.
  if (own.current.path === path) own.current.text = new URL(url, location.origin).search;
  const { text } = own.current;
  const query = useMemo(() => new URLSearchParams(text), [text]);
  const show = (next: URLSearchParams, inPlace: boolean): void => {
    const nextText = next.toString();
    route(nextText === '' ? path : `${path}?${nextText}`, inPlace);
  };
  return { query, replace: (next) => show(next, true), push: (next) => show(next, false) };
}
