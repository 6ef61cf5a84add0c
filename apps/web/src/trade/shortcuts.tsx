/** Keys for whole pages. They are never taken from somebody who is typing, nor from the browser. */
import { signal } from '@preact/signals';
import { Dialog } from '../components/dialog';
import { go, path } from '../components/router';
import { Facts } from '../components/surfaces';
import { WORDS } from './words/everywhere';

const isOpen = signal(false);
/** A page's actions by key; the ticket sets its own while it is shown. */
export const pageKeys = new Map<string, () => void>();

export function listenForShortcuts(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select');
    if (isTyping || document.querySelector('dialog[open]') !== null) return;
    const act = event.key === '/' ? search : event.key === '?' ? help : pageKeys.get(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

const help = () => {
  isOpen.value = true;
};

function search(): void {
  if (path.value !== '/') go('/');
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('input[role=searchbox]')?.focus(),
  );
}

const WORDS_OF_KEYS = WORDS.shortcuts;
const LIST = [
  { name: WORDS_OF_KEYS.search, value: <kbd>/</kbd> },
  { name: WORDS_OF_KEYS.buySell, value: 'b, s' },
  { name: WORDS_OF_KEYS.yesNo, value: 'y, n' },
  { name: WORDS_OF_KEYS.help, value: '?' },
];

export function Shortcuts() {
  if (!isOpen.value) return null;
  const close = () => {
    isOpen.value = false;
  };
  return (
    <Dialog
      title={WORDS_OF_KEYS.title}
      onClose={close}
      actions={
        <button class="button" onClick={close}>
          {WORDS_OF_KEYS.close}
        </button>
      }
    >
      <Facts of={LIST} />
    </Dialog>
  );
}
