import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';

interface Query {
  readonly query: URLSearchParams;
  /** Shows the same page with another query, in the place of the present one. */
  readonly replace: (query: URLSearchParams) => void;
}

/** The query of the address: what a page shows is in it, so that a link or a reload shows the same. */
export function useQuery(): Query {
  const { url, path, route } = useLocation();
  const text = new URL(url, location.origin).search;
  const query = useMemo(() => new URLSearchParams(text), [text]);
  return {
    query,
    replace: (next) => {
      const nextText = next.toString();
      route(nextText === '' ? path : `${path}?${nextText}`, true);
    },
  };
}
