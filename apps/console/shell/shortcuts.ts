import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { pathOf } from '../session/place.js';

/** `/` leads to the search from everywhere but from where it is typed. */
export function useShortcuts(): void {
  const { route } = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isText =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null;
      if (event.key !== '/' || isText || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const field = document.querySelector<HTMLInputElement>('#search-query');
      if (field === null) route(pathOf('search'));
      else field.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [route]);
}
