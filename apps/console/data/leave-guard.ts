import { useEffect } from 'preact/hooks';

/**
 * Asks before the reader leaves the page and loses something: by a link, by the browser's buttons, or by closing the tab,
 * where the browser asks in words of its own.
 * @param question undefined: there is nothing to lose
 */
export function useLeaveGuard(question: string | undefined): void {
  useEffect(() => {
    if (question === undefined) return undefined;
    const asking = new AbortController();
    const { signal } = asking;
    const ask = (event: Event): void => {
      if (confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onClick = (event: MouseEvent): void => {
      if (leavesBy(event)) ask(event);
    };
    // Before the router hears of it.
    addEventListener('click', onClick, { capture: true, signal });
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    // `popstate` comes when the router has left. Firefox before 147 and Safari before 26.2 go back without a question.
    const onNavigate = (event: NavigateEvent): void => {
      if (isWayBack(event)) ask(event);
    };
    if ('navigation' in globalThis) navigation.addEventListener('navigate', onNavigate, { signal });
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

/** Back or forward to another page of the console. */
function isWayBack({ navigationType, cancelable, hashChange, destination }: NavigateEvent): boolean {
  return navigationType === 'traverse' && cancelable && !hashChange && destination.sameDocument;
}
