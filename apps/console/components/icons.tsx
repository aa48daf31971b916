import type { VNode } from 'preact';

/** Outlines on a grid of 20 by 20, drawn for this console. */
const PATHS = {
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM13 13l3.5 3.5',
  memories: 'M4 5.5h12M4 10h12M4 14.5h7',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  close: 'm5 5 10 10M15 5 5 15',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.5 4.5l1 1M14.5 14.5l1 1M4.5 15.5l1-1M14.5 5.5l1-1',
  moon: 'M16 11.8A6.5 6.5 0 0 1 8.2 4 6.5 6.5 0 1 0 16 11.8Z',
  auto: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM10 3.5v13M10 7h5M10 10h6.4M10 13h5',
  signOut: 'M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3M12 6.5l3.5 3.5-3.5 3.5M15 10H8',
  filter: 'M3.5 5h13l-5 6v4.5l-3-1.5v-3z',
  back: 'M11.5 5 6.5 10l5 5',
  edit: 'm12.5 4.5 3 3-8 8H4.5v-3zM10.5 6.5l3 3',
  trash: 'M4.5 6h11M8 6V4.5h4V6M6 6l.7 9.5h6.6L14 6M8.7 9v4M11.3 9v4',
  copy: 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3',
  undo: 'M7 4.5 3.5 8 7 11.5M4 8h7.5a4 4 0 0 1 0 8H8',
  decisions: 'M3.5 10h4M7.5 10l3-5h2M7.5 10l3 5h2M12.5 5h4M12.5 15h4',
  patterns:
    'M3.5 3.5h3v3h-3zM8.5 3.5h3v3h-3zM13.5 3.5h3v3h-3zM3.5 8.5h3v3h-3zM8.5 8.5h3v3h-3zM13.5 8.5h3v3h-3zM3.5 13.5h3v3h-3zM8.5 13.5h3v3h-3zM13.5 13.5h3v3h-3z',
  import: 'M10 3.5v9M6.5 9l3.5 3.5L13.5 9M4 13v2.5h12V13',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.6-2.6a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.6 2.6a3 3 0 0 0 4.2 4.2l1-1',
  alert: 'M10 3.5 17.5 16h-15zM10 8v4M10 14v.2',
  key: 'M7 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM9.5 9.5l6-6M13 6l2.5 2.5',
  webhook: 'M10 3.5a2.5 2.5 0 0 1 2 4l2.5 5M8.7 8.2 6 13.2M5.5 16a2 2 0 1 1 1.8-3h6.4a2 2 0 1 1-.2 2.5',
  usage: 'M3.5 16.5h13M6 16.5v-5M10 16.5v-12M14 16.5v-8',
  health: 'M2.5 10.5h3.5l2-6 4 11 2-5h3.5',
  add: 'M10 4.5v11M4.5 10h11',
  refresh: 'M15.5 8.5a6 6 0 1 0 .3 3.5M16 4.5v4h-4',
  send: 'm3.5 10 13-6-4 13-3-5.5zM9.5 11.5l7-7.5',
  empty: 'M3.5 11.5 6 5h8l2.5 6.5v4h-13zM3.5 11.5h4l1 2h3l1-2h4',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside words that say the same: assistive technology skips it. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
