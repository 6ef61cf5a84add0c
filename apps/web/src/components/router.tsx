/**
 * Addresses without page loads. After a change of address the new page's heading gets the focus, so that screen readers
 * and keyboards start there; the first page of a visit does not take the focus.
 */
import { signal } from '@preact/signals';
import type { AnchorHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export const path = signal(location.pathname);
export const query = signal(new URLSearchParams(location.search));
let isArriving = false;

/** Pages fill themselves after they are shown, so a place is taken up again when the page is long enough for it. */
history.scrollRestoration = 'manual';
const RETURN_MS = 5_000;
let stopReturning = (): void => undefined;

function returnTo(y: number): void {
  stopReturning();
  const root = document.documentElement;
  const grown = new ResizeObserver(() => {
    if (root.scrollHeight - innerHeight < y) return;
    scrollTo(0, y);
    stopReturning();
  });
  const stop = (stopReturning = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const name of MOVES) removeEventListener(name, stop);
  });
  const timer = setTimeout(stop, RETURN_MS);
  // Who moves the page is not moved.
  for (const name of MOVES) addEventListener(name, stop, { passive: true });
  grown.observe(root);
}
const MOVES = ['wheel', 'touchstart', 'keydown'] as const;

const keepPlace = (): void => history.replaceState({ y: scrollY }, '');
let keeping: ReturnType<typeof setTimeout> | undefined;
const KEEP_MS = 150;
addEventListener(
  'scroll',
  () => {
    clearTimeout(keeping);
    keeping = setTimeout(keepPlace, KEEP_MS);
  },
  { passive: true },
);
const placeOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'y' in state && typeof state.y === 'number'
    ? state.y
    : 0;
if (placeOf(history.state) > 0) returnTo(placeOf(history.state));

function follow(): void {
  path.value = location.pathname;
  query.value = new URLSearchParams(location.search);
}
addEventListener('popstate', ({ state }) => {
  clearTimeout(keeping);
  isArriving = path.value !== location.pathname;
  follow();
  returnTo(placeOf(state));
});

export function go(to: string): void {
  isArriving = true;
  clearTimeout(keeping);
  stopReturning();
  keepPlace();
  history.pushState(null, '', to);
  follow();
  scrollTo(0, 0);
}

/** Changes the query of the same page: typing without a pause makes one entry of the history. */
export function setQuery(changes: Readonly<Record<string, string | null>>): void {
  const next = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  history.replaceState(history.state, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
  follow();
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  readonly href: string;
  readonly children: ComponentChildren;
};

/** A real link: another tab, a copy of its address and the middle button work as everywhere. */
export function Link({ href, children, ...rest }: LinkProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0)
      return;
    event.preventDefault();
    go(href);
  };
  const isHere = path.value === href.split('?', 1)[0];
  return (
    <a href={href} onClick={open} {...(isHere ? { 'aria-current': 'page' } : {})} {...rest}>
      {children}
    </a>
  );
}

/** The one heading of a page, its title, and where a navigation arrives. */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === SITE ? SITE : `${title} · ${SITE}`;
  }, [title]);
  useEffect(() => {
    if (!isArriving) return;
    isArriving = false;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}

const SITE = 'Bellwether';
