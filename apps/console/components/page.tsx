import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface SectionProps {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

interface PageProps extends SectionProps {
  /** In the tab, where the title does not tell pages apart. */
  readonly tabTitle?: string;
}

/** What was shown last. The first page of a visit leaves the focus where browsers put it: at the top. */
let shown: string | undefined;

/** A page: its title, also in the tab, takes the focus when the reader comes from another one. */
export function Page({ title, tabTitle = title, actions, children }: PageProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${tabTitle} · Mneme console`;
  }, [tabTitle]);
  useEffect(() => {
    // A page that was loading and is there now is the same one.
    const now = `${location.pathname} ${title}`;
    const isNew = shown !== undefined && shown !== now;
    shown = now;
    if (isNew && !document.activeElement?.matches('[data-keeps-focus]'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="page">
      <header class="page-header">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a title of its own. */
export function Section({ title, actions, children }: SectionProps): VNode {
  const id = `section-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return (
    <section class="section" aria-labelledby={id}>
      <header class="section-header">
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
