/** An account that a wallet owns. */
import { useEffect, useState } from 'preact/hooks';
import { Notice, Panel } from '../../components/surfaces';
import { signIn } from '../account';
import { KEY_WORDS as words } from '../words/key';
import { lookForWallets, ownerOfWallet, wallets } from './wallet';
import type { Wallet } from './wallet';

export function WalletsPanel({ hasKey }: { hasKey: boolean }) {
  const [hasFailed, setFailed] = useState(false);
  useEffect(lookForWallets, []);
  const use = async (wallet: Wallet) => {
    setFailed(false);
    // A person's refusal is no fault, and changes nothing either.
    const owner = await ownerOfWallet(wallet).catch(() => null);
    if (owner === null) return setFailed(true);
    await signIn(owner);
  };
  return (
    <Panel title={words.wallets}>
      <p class="muted">{words.walletsText}</p>
      {hasKey && <p class="muted small">{words.replaces}</p>}
      {wallets.value.length === 0 && <p class="muted">{words.walletsNone}</p>}
      <div class="row">
        {wallets.value.map((wallet) => (
          <button class="button" key={wallet.name} onClick={() => void use(wallet)}>
            {words.walletUse(wallet.name)}
          </button>
        ))}
      </div>
      {hasFailed && <Notice kind="bad">{words.walletFailed}</Notice>}
    </Panel>
  );
}
