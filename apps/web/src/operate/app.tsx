import { useState } from 'preact/hooks';
import { Choice } from '../components/controls';
import { Frame } from '../components/frame';
import { Link, path } from '../components/router';
import { Notice, Panel } from '../components/surfaces';
import { theme } from '../components/theme';
import type { Theme } from '../components/theme';
import { AuditPage } from './audit';
import { HealthPage } from './health';
import { MarketsPage } from './markets';
import { MoneyPage } from './money';
import { PeoplePage } from './people';
import { ResultsPage } from './results';
import { endedBecause, logIn, logOut, say, session } from './session';
import { UsersPage } from './users';
import { WORDS } from './words';

const PLACES = [
  { href: '/operate', label: WORDS.pages.health },
  { href: '/operate/markets', label: WORDS.pages.markets },
  { href: '/operate/results', label: WORDS.pages.results },
  { href: '/operate/money', label: WORDS.pages.money },
  { href: '/operate/users', label: WORDS.pages.users },
  { href: '/operate/people', label: WORDS.pages.people },
  { href: '/operate/audit', label: WORDS.pages.audit },
];

export const App = () => (
  <Frame
    home={{ href: '/operate', label: WORDS.site }}
    places={PLACES}
    status={<Status />}
    foot={<Foot />}
  >
    <Page />
  </Frame>
);

/** Every role sees health, and first: this page is opened in emergencies. */
function Page() {
  const [, , page = ''] = path.value.split('/');
  const isHealth = page === '';
  if (session.value === null) {
    return (
      <>
        {isHealth && <HealthPage />}
        <Login />
      </>
    );
  }
  if (isHealth) return <HealthPage />;
  if (page === 'markets') return <MarketsPage />;
  if (page === 'results') return <ResultsPage />;
  if (page === 'money') return <MoneyPage />;
  if (page === 'users') return <UsersPage />;
  if (page === 'people') return <PeoplePage />;
  if (page === 'audit') return <AuditPage />;
  return <Link href="/operate">{WORDS.pages.health}</Link>;
}

function Login() {
  const [key, setKey] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const enter = () => {
    setWrong(null);
    logIn(key.trim()).then(
      () => undefined,
      (error: unknown) => setWrong(say(error)),
    );
    setKey('');
  };
  return (
    <Panel title={WORDS.login.title}>
      {endedBecause.value !== undefined && <Notice kind="caution">{endedBecause.value}</Notice>}
      <form
        class="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <div class="field">
          <label class="label" for="operator-key">
            {WORDS.login.key}
          </label>
          <div class="box">
            <input
              id="operator-key"
              type="password"
              autocomplete="off"
              data-test="operator-key"
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
          </div>
          <p class="note">{WORDS.login.explained}</p>
        </div>
        <div>
          <button class="button primary" disabled={key.trim() === ''} data-test="log-in">
            {WORDS.login.enter}
          </button>
        </div>
      </form>
      {wrong !== null && (
        <Notice kind="bad" data-test="log-in-refused">
          {wrong}
        </Notice>
      )}
    </Panel>
  );
}

const Status = () =>
  session.value === null ? null : (
    <>
      <span class="muted small wide-only">
        {WORDS.login.as} <b data-test="operator">{session.value.name}</b>
      </span>
      <button class="button little" data-test="log-out" onClick={() => void logOut()}>
        {WORDS.login.out}
      </button>
    </>
  );

const THEMES = (['system', 'light', 'dark'] as const).map((value) => ({
  value,
  label: WORDS.themes[value],
}));

const Foot = () => (
  <Choice<Theme>
    name={WORDS.appearance}
    look="little"
    options={THEMES}
    value={theme.value}
    onChoose={(chosen) => {
      theme.value = chosen;
    }}
  />
);
