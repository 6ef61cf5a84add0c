/** Light, dark, or as the system says; a choice is kept in this browser. */
import { effect, signal } from '@preact/signals';

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
