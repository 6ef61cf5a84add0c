/** Light, dark, or the system's; a choice is stored in this browser. */
import { computed, effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'bellwether.theme';

const kept = localStorage.getItem(KEY);
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

effect(() => {
  const { documentElement } = document;
  if (theme.value === 'system') {
    delete documentElement.dataset['theme'];
    localStorage.removeItem(KEY);
  } else {
    documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(KEY, theme.value);
  }
});

const system = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(system.matches);
system.addEventListener('change', () => {
  isSystemDark.value = system.matches;
});

/** For drawings outside the cascade: a canvas is drawn anew. */
export const isDark = computed(() =>
  theme.value === 'system' ? isSystemDark.value : theme.value === 'dark',
);
