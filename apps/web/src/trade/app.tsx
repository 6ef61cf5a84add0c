import { useEffect } from 'preact/hooks';
import { Frame } from '../components/frame';
import { lazy } from '../components/lazy';
import { Heading, Link, path } from '../components/router';
import { Choice } from '../components/controls';
import { theme } from '../components/theme';
import type { Theme } from '../components/theme';
import { settings } from '../exchange/connection';
import { Banners } from './banners';
import { key } from './account';
import { MarketsPage } from './pages/markets';
import { Shortcuts, listenForShortcuts } from './shortcuts';
import { Status } from './status';
import { WORDS } from './words/everywhere';

const loadMarket = () => import('./pages/market');
const MarketPage = lazy(() => loadMarket().then((part) => part.MarketPage), '900px');
const PortfolioPage = lazy(() => import('./pages/portfolio').then((part) => part.PortfolioPage));
const DepositPage = lazy(() => import('./pages/deposit').then((part) => part.DepositPage));
const WithdrawPage = lazy(() => import('./pages/withdraw').then((part) => part.WithdrawPage));
const KeyPage = lazy(() => import('./pages/key').then((part) => part.KeyPage));

const PLACES = [
  { href: '/', label: WORDS.pages.markets },
  { href: '/portfolio', label: WORDS.pages.portfolio },
  { href: '/deposit', label: WORDS.pages.deposit },
  { href: '/key', label: WORDS.pages.key },
];

export function App() {
  useEffect(listenForShortcuts, []);
  const places = settings.value?.features.funding === false ? PLACES.filter(isNoFunding) : PLACES;
  return (
    <>
      <Frame
        home={{ href: '/', label: WORDS.site }}
        places={places}
        status={<Status />}
        banner={<Banners />}
        foot={<Foot />}
      >
        <Page />
      </Frame>
      <Shortcuts />
    </>
  );
}

const isNoFunding = ({ href }: { href: string }): boolean => href !== '/deposit';

function Page() {
  const [, first = '', second = '', ...rest] = path.value.split('/');
  if (rest.length > 0 || (second !== '' && first !== 'market')) return <Nowhere />;
  if (first === 'market' && second !== '') return <MarketPage id={second} key={second} />;
  if (first === '') return <MarketsPage />;
  // Another account is another page: nothing of the last one stays in it.
  const owner = key.value?.account ?? '';
  if (first === 'portfolio') return <PortfolioPage key={owner} />;
  if (first === 'deposit') return <DepositPage key={owner} />;
  if (first === 'withdraw') return <WithdrawPage key={owner} />;
  if (first === 'key') return <KeyPage />;
  return <Nowhere />;
}

const Nowhere = () => (
  <>
    <Heading title={WORDS.frame.nowhere} />
    <p>
      <Link href="/">{WORDS.frame.allMarkets}</Link>
    </p>
  </>
);

const THEMES = (['system', 'light', 'dark'] as const).map((value) => ({
  value,
  label: WORDS.frame.themes[value],
}));

const Foot = () => (
  <>
    <Choice<Theme>
      name={WORDS.frame.theme}
      look="little"
      options={THEMES}
      value={theme.value}
      onChoose={(chosen) => {
        theme.value = chosen;
      }}
    />
    <span class="grow" />
    <a href="/docs">{WORDS.frame.api}</a>
    <a href="/licences.txt">{WORDS.frame.licences}</a>
  </>
);
