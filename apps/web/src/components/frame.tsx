/** The frame of every document: skip link, bar, page, foot. */
import type { ComponentChildren } from 'preact';
import { Link } from './router';
import { COMPONENT_WORDS } from './words';

export interface Place {
  readonly href: string;
  readonly label: string;
}

export function Frame({
  home,
  places,
  status,
  banner,
  foot,
  children,
}: {
  readonly home: Place;
  readonly places: readonly Place[];
  /** At the end of the bar. */
  readonly status?: ComponentChildren;
  /** Below the bar: what everybody should know now. */
  readonly banner?: ComponentChildren;
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const links = places.map(({ href, label }) => (
    <Link key={href} href={href}>
      {label}
    </Link>
  ));
  return (
    <>
      <a class="unseen skip" href="#content">
        {COMPONENT_WORDS.skip}
      </a>
      <header class="bar">
        <Link class="logo" href={home.href}>
          <Logo />
          <span>{home.label}</span>
        </Link>
        <nav aria-label="Pages">{links}</nav>
        <span class="grow" />
        {status}
      </header>
      {banner}
      <main class="page" id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">{foot}</footer>
      {places.length > 0 && (
        <nav class="tabbar" aria-label="Pages, below">
          {links}
        </nav>
      )}
    </>
  );
}

const Logo = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path
      fill="currentColor"
      d="M12 2a1.500 1.500 0 0 1 1.500 1.500v.7A6.500 6.500 0 0 1 18.500 10.500V15l1.700 2.600a.9.900 0 0 1-.75 1.400H4.550a.9.900 0 0 1-.75-1.400L5.500 15v-4.500a6.500 6.500 0 0 1 5-6.300v-.7A1.500 1.500 0 0 1 12 2Zm-2.500 18h5a2.500 2.500 0 0 1-5 0Z"
    />
  </svg>
);
