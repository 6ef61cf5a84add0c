/** Everything that may trade for the account: this browser, others, programs. Each can be ended. */
import type { TradingKey } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { Empty, Notice, Panel, Skeleton, Tag } from '../../components/surfaces';
import { Table } from '../../components/table';
import type { Column } from '../../components/table';
import { useAnswer } from '../../exchange/use-answer';
import { cents, shortened, usd, usdExact } from '../../money/format';
import { day } from '../../money/time';
import { keyChanged } from '../account';
import { say } from '../say';
import { KEY_WORDS as words } from '../words/key';
import { askOwner } from './owner';
import { changeKey } from './stored-key';
import type { StoredKey } from './stored-key';
import { tradingKeys } from './trading-keys';

export function KeysPanel({ held }: { held: StoredKey }) {
  const [said, setSaid] = useState<string | null>(null);
  const listed = useAnswer(
    `trading keys ${held.account}`,
    async (signal) => (await (await tradingKeys()).list(held.account, { signal })).trading_keys,
    `${held.publicKey} ${held.allowance === null} ${held.hasEnded} ${held.until}`,
  );
  const revoke = async (ended: string) => {
    setSaid(words.revoking);
    try {
      const keys = await tradingKeys();
      // A key can sign its own end; only the owner can end another one.
      if (ended === held.publicKey) await keys.revokeItself(held, held.account);
      else await keys.revoke(await askOwner(held, words.revokePurpose(shortened(ended))), ended);
      if (await changeKey(ended, { hasEnded: true })) await keyChanged();
      setSaid(null);
    } catch (error) {
      setSaid(say(error));
    }
    listed.again();
  };
  const columns: readonly Column<TradingKey>[] = [
    {
      title: words.keyName,
      cell: ({ trading_key: key }) => (
        <>
          <code title={key}>{shortened(key)}</code>{' '}
          {key === held.publicKey && <Tag>{words.thisBrowser}</Tag>}
        </>
      ),
    },
    { title: words.keyState, cell: stateOf },
    { title: words.keyBounds, kind: 'text', cell: boundsOf },
    { title: words.keySince, cell: ({ allowed_at: at }) => day(at) },
    {
      title: words.revoke,
      kind: 'number',
      hasUnseenTitle: true,
      cell: ({ trading_key: key, state }) =>
        state === 'active' && (
          <button class="button little" data-test="revoke" onClick={() => void revoke(key)}>
            {words.revoke}
          </button>
        ),
    },
  ];
  const { value, failure } = listed;
  return (
    <Panel title={words.keysTitle}>
      <p class="muted">{words.keysText}</p>
      {value === undefined && failure !== undefined && <Notice kind="bad">{say(failure)}</Notice>}
      {value === undefined && failure === undefined && <Skeleton height="80px" />}
      {value?.length === 0 && <Empty>{words.keysNone}</Empty>}
      {value !== undefined && value.length > 0 && (
        <Table
          name={words.keysTitle}
          columns={columns}
          rows={value}
          keyOf={({ trading_key: key, nonce }) => `${key} ${nonce}`}
          test="trading-keys"
        />
      )}
      <p role="status" class="small">
        {said}
      </p>
    </Panel>
  );
}

function stateOf({ state, until, ended_at: end }: TradingKey): string {
  const said = words.states[state];
  return end === null ? words.keyUntil(said, day(until)) : words.keyEnded(said, day(end));
}

/** What it may do at most; while it may trade, what it used today. */
function boundsOf({ used, at_most: most, price_band: band, redeem }: TradingKey): string {
  const whole = usdExact(most);
  const spends = used === null ? words.keyMost(whole) : words.keyUsedOf(usd(used, 'up'), whole);
  const redeems = redeem ? words.keyRedeems : words.keyRedeemsNot;
  return [spends, words.keyBand(cents(band)), redeems].join(', ');
}
