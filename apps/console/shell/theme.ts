import { effect, signal } from '@preact/signals';

const STORED_AS = 'mneme.theme';
const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Light or dark, or as the reader's system has it. */
export const theme = signal<Theme>(stored());

/** Shows the theme, and keeps it for the next visit. */
export function followTheme(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(STORED_AS, theme.value);
  });
}

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}

function stored(): Theme {
  const value = localStorage.getItem(STORED_AS);
  return THEMES.find((each) => each === value) ?? 'system';
}
