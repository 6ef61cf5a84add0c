/** The account's own key and the one of this browser: made, saved, restored, ended, forgotten. */
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../components/controls';
import { Heading } from '../../components/router';
import { Notice, Panel, Skeleton } from '../../components/surfaces';
import { settings } from '../../exchange/connection';
import { cents, usdExact } from '../../money/format';
import { moment } from '../../money/time';
import { begin, cannotStore, key, signIn } from '../account';
import type { OwnerKey } from '../key/allow';
import { changingBounds } from '../key/bounds';
import { Forget } from '../key/forget';
import { KeysPanel } from '../key/keys-panel';
import { canUsePasskeys, makePasskey, usePasskey } from '../key/passkey';
import { Restore } from '../key/restore';
import type { StoredKey } from '../key/stored-key';
import { WalletsPanel } from '../key/wallets-panel';
import { KEY_WORDS as words } from '../words/key';

export function KeyPage() {
  const held = key.value;
  return (
    <>
      <Heading title={words.title} />
      <p class="muted narrow">{words.explained}</p>
      {held === undefined && <Skeleton height="160px" />}
      <div class="columns">
        {held === null && <Start />}
        {held && <Present held={held} />}
        {held && <KeysPanel held={held} />}
        <Passkey hasKey={Boolean(held)} />
        <WalletsPanel hasKey={Boolean(held)} />
        <Restore hasKey={Boolean(held)} />
        {held && <Forget />}
      </div>
    </>
  );
}

const Start = () => (
  <Panel title={words.none}>
    <div>
      <button class="button primary" disabled={cannotStore.value} onClick={() => void begin()}>
        {words.make}
      </button>
    </div>
  </Panel>
);

const Present = ({ held }: { held: StoredKey }) => (
  <Panel title={words.account}>
    <div class="row">
      <code data-test="public-key">{held.account}</code>
      <CopyButton text={held.account} />
    </div>
    <Whereabouts held={held} />
    <h3>{words.may}</h3>
    {held.hasEnded === true ? (
      <p class="muted">{words.ended}</p>
    ) : (
      <>
        <ul class="bullets">
          {mayOf(held).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p class="muted">{mayNotOf(held)}</p>
        {held.allowance !== null && <p class="muted">{words.waits}</p>}
        <div>
          <button
            class="button"
            data-test="change-bounds"
            onClick={() => {
              changingBounds.value = { hit: null };
            }}
          >
            {words.change}
          </button>
        </div>
      </>
    )}
  </Panel>
);

function mayOf({ until, bounds: { at_most: most, price_band: band } }: StoredKey) {
  return words.mayList(moment(until), usdExact(most), cents(band));
}

function mayNotOf({ owner, bounds }: StoredKey): string {
  if (owner === 'here') return words.mayNotYet;
  return bounds.redeem ? words.mayNotWithdraw : words.mayNot;
}

/** Where the account's own key is. */
function Whereabouts({ held }: { held: StoredKey }) {
  if (held.owner === 'passkey') return <p>{words.isPasskey}</p>;
  if (held.owner === 'wallet') return <p>{words.isWallet(held.wallet ?? '')}</p>;
  if (held.owner === 'backup') return <p class="muted">{words.isBackedUp}</p>;
  return null; // A banner on every page shows it.
}

function Passkey({ hasKey }: { hasKey: boolean }) {
  const [isPossible, setPossible] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const network = settings.value?.network;
  useEffect(() => {
    void canUsePasskeys().then(setPossible);
  }, []);
  if (!isPossible || network === undefined) return null;
  const use = async (by: (network: string) => Promise<OwnerKey | null>) => {
    // A person's refusal is no fault, and changes nothing either.
    const owner = await by(network).catch(() => null);
    setFailed(owner === null);
    if (owner !== null) await signIn(owner);
  };
  return (
    <Panel title={words.passkey}>
      <p class="muted">{words.passkeyText}</p>
      {hasKey && <p class="muted small">{words.replaces}</p>}
      <div class="row">
        <button class="button" onClick={() => void use(makePasskey)}>
          {words.passkeyMake}
        </button>
        <button class="button" onClick={() => void use(usePasskey)}>
          {words.passkeyUse}
        </button>
      </div>
      {hasFailed && <Notice kind="bad">{words.passkeyFailed}</Notice>}
    </Panel>
  );
}
