import { useLayoutEffect } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * Where the part of a place that has the focus goes away, such as the button of something that is over now, the focus
 * goes to what stays there: with nothing, the keyboard would begin at the top of the page again.
 *
 * @param stays selects, in the place, what gets it; the place itself without
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, stays?: string): void {
  // What has it before this drawing changes the page.
  const had = document.activeElement;
  const isHere = had !== null && place.current?.contains(had) === true;
  useLayoutEffect(() => {
    const isLost = isHere && !had.isConnected && document.activeElement === document.body;
    if (!isLost) return;
    const home = stays === undefined ? place.current : place.current?.querySelector(stays);
    if (home instanceof HTMLElement) home.focus();
  });
}
