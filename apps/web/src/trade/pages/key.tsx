/** The key of this browser: made, saved, restored, by a passkey, forgotten. */
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../components/controls';
import { Heading, Link } from '../../components/router';
import { Notice, Panel, Skeleton } from '../../components/surfaces';
import { settings } from '../../exchange/connection';
import { begin, cannotKeep, key, useKey } from '../account';
import { Forget } from '../key/forget';
import { canUsePasskeys, makePasskey, usePasskey } from '../key/passkey';
import { Restore } from '../key/restore';
import type { StoredKey } from '../key/stored-key';
import { KEY_WORDS as words } from '../words/key';

export function KeyPage() {
  const owner = key.value;
  return (
    <>
      <Heading title={words.title} />
      <p class="muted narrow">{words.explained}</p>
      {owner === undefined && <Skeleton height="160px" />}
      <div class="columns">
        {owner === null && <Start />}
        {owner && <Present owner={owner} />}
        <Passkey hasKey={Boolean(owner)} />
        <Restore hasKey={Boolean(owner)} />
        {owner && <Forget owner={owner.publicKey} />}
      </div>
    </>
  );
}

const Start = () => (
  <Panel title={words.none}>
    <div>
      <button class="button primary" disabled={cannotKeep.value} onClick={() => void begin()}>
        {words.make}
      </button>
    </div>
  </Panel>
);

const Present = ({ owner }: { owner: StoredKey }) => (
  <Panel title={words.account}>
    <div class="row">
      <code data-test="public-key">{owner.publicKey}</code>
      <CopyButton text={owner.publicKey} />
    </div>
    {owner.isPasskey ? (
      <p>{words.isPasskey}</p>
    ) : owner.isBackedUp ? (
      <p class="muted">
        {words.isBackedUp} {words.backupGone}
      </p>
    ) : (
      <Notice kind="caution" data-test="not-backed-up">
        <b>{words.notBackedUp}</b> {words.backupGone}{' '}
        <Link href="/withdraw">{words.toWithdraw}</Link>
      </Notice>
    )}
    <h3>{words.may}</h3>
    <ul class="bullets">
      {words.mayList.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </Panel>
);

function Passkey({ hasKey }: { hasKey: boolean }) {
  const [isPossible, set] = useState(false);
  const [hasFailed, fail] = useState(false);
  const network = settings.value?.network;
  useEffect(() => {
    void canUsePasskeys().then(set);
  }, []);
  if (!isPossible || network === undefined) return null;
  const make = async (by: (network: string) => Promise<StoredKey | null>) => {
    // The person may also have said no: that is no fault, and nothing was changed either.
    const made = await by(network).catch(() => null);
    fail(made === null);
    if (made !== null) useKey(made);
  };
  return (
    <Panel title={words.passkey}>
      <p class="muted">{words.passkeyText}</p>
      {hasKey && <p class="muted small">{words.replaces}</p>}
      <div class="row">
        <button class="button" onClick={() => void make(makePasskey)}>
          {words.passkeyMake}
        </button>
        <button class="button" onClick={() => void make(usePasskey)}>
          {words.passkeyUse}
        </button>
      </div>
      {hasFailed && <Notice kind="bad">{words.passkeyFailed}</Notice>}
    </Panel>
  );
}
