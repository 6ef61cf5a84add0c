/** At the end of the bar: the kind of money, whether data is live, and the account's balance. */
import { Link } from '../components/router';
import { Tag } from '../components/surfaces';
import { isTestNetwork, connectionState } from '../exchange/connection';
import { useLive } from '../exchange/use-live';
import { shortened, usd } from '../money/format';
import { account, begin, cannotStore, key } from './account';
import { WORDS } from './words/everywhere';

export const Status = () => (
  <>
    {isTestNetwork.value && (
      <span class="wide-only">
        <Tag>{WORDS.frame.testMoney}</Tag>
      </span>
    )}
    <span class={`line ${connectionState.value}`} role="status" data-test="line">
      <i aria-hidden="true" />
      <span class={connectionState.value === 'live' ? 'wide-only' : undefined}>
        {WORDS.frame.lines[connectionState.value]}
      </span>
    </span>
    <Account />
  </>
);

function Account() {
  const user = account.value;
  useLive(user);
  if (key.value === undefined) return null;
  if (key.value === null) {
    return (
      <button class="button primary" disabled={cannotStore.value} onClick={() => void begin()}>
        {WORDS.frame.start}
      </button>
    );
  }
  const { account: owner } = key.value;
  return (
    <>
      <Link href="/portfolio" class="cash">
        <small>{WORDS.frame.available}</small>
        <b class={user?.isLive === true ? 'number' : 'number stale'} data-test="available">
          {user?.balance ? usd(user.balance.available) : '–'}
        </b>
      </Link>
      <Link href="/key" class="owner small muted wide-only" title={owner}>
        {shortened(owner)}
      </Link>
    </>
  );
}
