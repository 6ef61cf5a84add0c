/** Money in: the address, its limits, and every deposit on its way. */
import type { BridgeAddress, LiveDeposits } from '@bellwether/client';
import { useEffect, useMemo } from 'preact/hooks';
import { ActOnce } from '../../components/act-once';
import { CopyButton } from '../../components/controls';
import { Heading, Link } from '../../components/router';
import { Empty, Facts, Notice, Panel, Skeleton } from '../../components/surfaces';
import { gateway, isTestNetwork, settings, stream } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { useLive } from '../../exchange/use-live';
import { usd, usdWhole } from '../../money/format';
import { now, relative } from '../../money/time';
import { begin, cannotStore, key } from '../account';
import { DepositRecord } from '../funding/deposit-record';
import { Qr } from '../funding/qr';
import { useRepeated } from '../funding/use-repeated';
import { say } from '../say';
import { MONEY_WORDS } from '../words/money';

const words = MONEY_WORDS.deposit;
const GIFT = 25_000_000;
/** Limits, and how far the chains are read. Deposits come by themselves. */
const ASK_AGAIN_MS = 8_000;

export function DepositPage() {
  const owner = key.value;
  const isOff = settings.value?.features.funding === false;
  return (
    <>
      <div class="row apart">
        <Heading title={words.title} />
        <Link href="/withdraw">{words.withdraw}</Link>
      </div>
      {isOff && <Empty>{words.unavailable}</Empty>}
      {!isOff && owner === undefined && <Skeleton height="300px" />}
      {!isOff && owner === null && (
        <Empty
          action={
            <button
              class="button primary"
              disabled={cannotStore.value}
              onClick={() => void begin()}
            >
              {words.make}
            </button>
          }
        >
          {words.needsKey}
        </Empty>
      )}
      {!isOff && owner && <Gate user={owner.account} isBackedUp={owner.owner !== 'here'} />}
    </>
  );
}

/** Real money goes to no key that exists once. */
function Gate({ user, isBackedUp }: { user: string; isBackedUp: boolean }) {
  if (settings.value === undefined) return <Skeleton height="300px" />;
  if (isTestNetwork.value || isBackedUp) return <Deposits user={user} />;
  return (
    <Notice
      kind="caution"
      action={
        <Link class="button primary" href="/key">
          {words.toBackup}
        </Link>
      }
    >
      {words.backUpFirst}
    </Notice>
  );
}

function Deposits({ user }: { user: string }) {
  const revision = useRepeated(ASK_AGAIN_MS);
  const live = useDeposits(user);
  const address = useAnswer(
    `address ${user}`,
    (signal) => gateway.depositAddress(user, { signal }),
    revision >> 1,
  );
  const status = useAnswer(
    address.value === undefined ? null : `deposits ${user}`,
    (signal) => gateway.depositStatus(user, { signal }),
    revision,
  );
  if (address.value === undefined) {
    return address.failure === undefined ? (
      <Skeleton height="300px" />
    ) : (
      <Notice kind="bad">
        {say(address.failure)} {words.retrying}
      </Notice>
    );
  }
  const { scans } = status.value ?? {};
  // If the stream is silent, the polled answer is newer.
  const deposits = (live.isLive ? live.deposits : null) ?? status.value?.deposits;
  return (
    <div class="columns">
      <Address address={address.value} />
      <Panel title={words.records} stale={live.seq > 0 && !live.isLive}>
        {status.failure !== undefined && (
          <Notice kind="caution">
            {say(status.failure)} {words.retrying}
          </Notice>
        )}
        {deposits === undefined && <Skeleton height="80px" />}
        {deposits?.length === 0 && <Empty>{words.none}</Empty>}
        <ul class="records">
          {deposits?.map((deposit) => (
            <DepositRecord
              key={deposit.deposit_id}
              deposit={deposit}
              usdc={address.value?.usdc_token ?? ''}
            />
          ))}
        </ul>
        {scans !== undefined && scans.ext.updated_at !== null && (
          <p class="muted small">
            {words.scanned(relative(Math.min(scans.ext.updated_at, now() - 1)))}
          </p>
        )}
      </Panel>
    </div>
  );
}

/** From when the page is shown until it is left. */
function useDeposits(user: string): LiveDeposits {
  const live = useMemo(() => stream.deposits(user), [user]);
  useEffect(() => () => live.close(), [live]);
  useLive(live);
  return live;
}

function Address({ address }: { address: BridgeAddress }) {
  const text = address.address;
  return (
    <Panel title={words.send}>
      <div class="address">
        <Qr text={text} label={words.qr(text)} />
        <div class="stack tight">
          <code data-test="address">{text}</code>
          <div>
            <CopyButton text={text} label={words.copy} />
          </div>
          <p class="muted small">{words.explained(address.chain)}</p>
        </div>
      </div>
      <Facts
        of={[
          { name: words.minimum, value: usd(address.min_usdc_micro, 'up'), test: 'minimum' },
          { name: words.minimumOther, value: usd(address.min_other_micro, 'up') },
          { name: words.maximum, value: usdWhole(address.max_usdc_per_tx_micro), test: 'maximum' },
          { name: words.cap, value: usdWhole(address.daily_cap_remaining_usdc_micro), test: 'cap' },
          { name: words.gas, value: usd(address.estimated_gas.gas_micro_usdc, 'up') },
        ]}
      />
      {isTestNetwork.value && <Faucet address={address} />}
    </Panel>
  );
}

function Faucet({ address: { chain, address } }: { address: BridgeAddress }) {
  const give = async () => {
    await gateway.askFaucet({ chain, address, token: 'usdc', amount: GIFT });
    return words.faucetSent;
  };
  return (
    <ActOnce label={words.faucet} again={words.faucetAgain} act={give} say={say} test="faucet" />
  );
}
