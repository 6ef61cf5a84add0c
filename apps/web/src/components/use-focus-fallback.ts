import { useLayoutEffect } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * If the focused part of an element is removed, such as a button after its action, the focus goes to a part that stays:
 * otherwise the keyboard would begin at the top of the page again.
 *
 * @param stays selects that part; default: the element itself
 */
export function useFocusFallback(place: RefObject<HTMLElement | null>, stays?: string): void {
  // The focused element before this render changes the page.
  const had = document.activeElement;
  const isHere = had !== null && place.current?.contains(had) === true;
  useLayoutEffect(() => {
    const isLost = isHere && !had.isConnected && document.activeElement === document.body;
    if (!isLost) return;
    const home = stays === undefined ? place.current : place.current?.querySelector(stays);
    if (home instanceof HTMLElement) home.focus();
  });
}
