/** Everything that is the user's: worth, positions, orders, trades, statement. */
import type { HeldPosition, LiveUser } from '@bellwether/client';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Heading } from '../../components/router';
import { Empty, Figures, Notice, Skeleton } from '../../components/surfaces';
import { gateway, stream } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { useLive } from '../../exchange/use-live';
import { usd } from '../../money/format';
import { account, begin, cannotStore, key } from '../account';
import { Statement, Trades, allOf } from '../portfolio/history';
import { OpenOrders } from '../portfolio/open-orders';
import { Gain, Positions, rowsOf } from '../portfolio/positions';
import { realisedOf } from '../portfolio/sums';
import { WORDS } from '../words/everywhere';
import { MONEY_WORDS } from '../words/money';

const words = MONEY_WORDS.portfolio;

export function PortfolioPage() {
  const user = account.value;
  if (key.value === null) {
    return (
      <>
        <Heading title={words.title} />
        <Empty
          action={
            <button
              class="button primary"
              disabled={cannotStore.value}
              onClick={() => void begin()}
            >
              {WORDS.frame.start}
            </button>
          }
        >
          {words.noKey}
        </Empty>
      </>
    );
  }
  return (
    <>
      <Heading title={words.title} />
      {user === null ? <Skeleton height="80px" /> : <Account user={user} />}
    </>
  );
}

/** History is a moment behind the account: it is requested at once, and twice more. */
const AFTER_MS = [1_000, 4_000];

function useLater(revision: string): string {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const timers = AFTER_MS.map((afterMs) =>
      setTimeout(() => setAsked((count) => count + 1), afterMs),
    );
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, [revision]);
  return `${revision} ${asked}`;
}

function Account({ user }: { user: LiveUser }) {
  useLive(user);
  const catalogue = useMemo(() => stream.markets(), []);
  useLive(catalogue);
  const { publicKey, balance } = user;
  // Money that moves leaves another balance: then history has another row.
  const revision = useLater(balance === null ? '' : `${balance.total} ${user.positions.length}`);
  const positions = useAnswer(
    `positions ${publicKey}`,
    (signal) => allOf(gateway.eachPosition(publicKey, { limit: 500 }, { signal })),
    revision,
  ).value;
  if (balance === null) return <Skeleton height="80px" />;
  const rows = rowsOf(user, positions);
  const contracts = rows.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  const isLive = user.isLive && catalogue.isLive;
  return (
    <>
      <Figures
        stale={!isLive}
        of={[
          { name: words.worth, value: usd(BigInt(balance.total) + contracts), test: 'worth' },
          { name: words.available, value: usd(balance.available) },
          { name: words.inOrders, value: usd(balance.locked), test: 'in-orders' },
          { name: words.contracts, value: usd(contracts), test: 'contracts' },
          { name: words.withdrawing, value: usd(balance.withdrawing) },
          { name: words.realised, value: <Realised of={positions} />, test: 'realised' },
        ]}
      />
      {!user.isComplete && <Notice>{words.partial}</Notice>}
      <Positions rows={rows} isLive={isLive} />
      <OpenOrders user={user} />
      <Trades user={publicKey} revision={revision} />
      <Statement user={publicKey} revision={revision} />
    </>
  );
}

function Realised({ of: positions }: { of: readonly HeldPosition[] | undefined }) {
  const realised = positions === undefined ? null : realisedOf(positions);
  return realised === null ? <>–</> : <Gain of={realised} />;
}
