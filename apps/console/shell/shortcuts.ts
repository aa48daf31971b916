import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { pathOf } from '../session/place.js';

/** `/` leads to the search from everywhere but from where it is typed; the empty search is no such place. */
export function useShortcuts(): void {
  const { route } = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const field = document.querySelector<HTMLInputElement>('#search-query');
      const isText = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
      const isTyped = isText && (target !== field || field.value !== '');
      if (event.key !== '/' || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (field === null) route(pathOf('search'));
      else field.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [route]);
}
