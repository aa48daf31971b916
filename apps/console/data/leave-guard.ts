import { useEffect } from 'preact/hooks';

/**
 * Asks before the reader leaves the page and loses something: by a link, by the browser's buttons, or by closing the tab,
 * where the browser asks in words of its own.
 * @param question undefined: there is nothing to lose
 */
export function useLeaveGuard(question: string | undefined): void {
  useEffect(() => {
    if (question === undefined) return undefined;
    const here = location.href;
    const asking = new AbortController();
    // Before the router hears of it.
    const options = { capture: true, signal: asking.signal };
    const mayLeave = (event: Event): boolean => {
      if (confirm(question)) return true;
      event.preventDefault();
      event.stopImmediatePropagation();
      return false;
    };
    addEventListener(
      'click',
      (event) => {
        if (leavesBy(event)) mayLeave(event);
      },
      options,
    );
    addEventListener(
      'popstate',
      (event) => {
        // The address has changed already.
        if (location.href !== here && !mayLeave(event)) history.pushState(null, '', here);
      },
      options,
    );
    addEventListener('beforeunload', (event) => event.preventDefault(), options);
    return () => asking.abort();
  }, [question]);
}

/** Whether a click opens another page of the console in this tab. A link to elsewhere unloads the page. */
function leavesBy({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  const isHere = link.href.split('#')[0] === location.href.split('#')[0];
  return link.target === '' && !link.hasAttribute('download') && link.origin === location.origin && !isHere;
}
