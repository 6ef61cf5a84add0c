/** The owner's key is needed again: this browser may not trade any more, or soon, or a wallet's day is over. */
import { signSession } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { Notice } from '../../components/surfaces';
import { networkOfExchange } from '../../exchange/settings';
import { cents, usdExact } from '../../money/format';
import { moment, now } from '../../money/time';
import { key, keyChanged, mayRead, signIn } from '../account';
import { say } from '../say';
import { WORDS } from '../words/everywhere';
import { askOwner } from './owner';
import { changeKey } from './stored-key';
import type { StoredKey } from './stored-key';

const words = WORDS.access;
const SOON_SECONDS = 3 * 24 * 60 * 60;

/** Whether there is anything to show, without its texts. */
export function Access() {
  const held = key.value;
  if (!held) return null;
  const isOver = held.hasEnded === true || held.until <= now();
  if (isOver) return <Ask key="renew" held={held} text={words.ended} act={renew} isUrgent />;
  if (held.until - now() < SOON_SECONDS) {
    return <Ask key="renew" held={held} text={words.endsSoon(moment(held.until))} act={renew} />;
  }
  if (!mayRead(held, now())) {
    return <Ask key="show" held={held} text={words.unread} act={show} label={words.show} />;
  }
  return null;
}

async function renew(held: StoredKey): Promise<void> {
  const { at_most: most, price_band: band } = held.bounds;
  await signIn(await askOwner(held, words.renewPurpose(usdExact(most), cents(band))));
}

async function show(held: StoredKey): Promise<void> {
  const owner = await askOwner(held, words.unread);
  const session = await signSession(owner, await networkOfExchange(), now());
  await changeKey(held.publicKey, { session });
  await keyChanged();
}

function Ask({
  held,
  text,
  act,
  label = words.renew,
  isUrgent = false,
}: {
  readonly held: StoredKey;
  readonly text: string;
  readonly act: (held: StoredKey) => Promise<void>;
  readonly label?: string;
  readonly isUrgent?: boolean;
}) {
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    if (isBusy) return;
    setBusy(true);
    await act(held).then(
      () => setSaid(null),
      (error: unknown) => setSaid(say(error)),
    );
    setBusy(false);
  };
  return (
    <Notice
      kind={isUrgent ? 'caution' : 'plain'}
      data-test="access"
      action={
        <button class="button" aria-disabled={isBusy} onClick={() => void ask()}>
          {label}
        </button>
      }
    >
      {text} <span role="status">{said}</span>
    </Notice>
  );
}
