import { bytesOfAddress } from '@bellwether/chain';
import type { Signer } from '@bellwether/chain';
import type { ExchangeKeyStore } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import { KEYS_PAUSE_MS } from './limits';

/** Notes the keys of an app, so that no app pays a user there. */
export const noteKeys = (
  { keys }: { readonly keys: Pick<ExchangeKeyStore, 'add'> },
  signers: readonly (Pick<Signer, 'address'> | undefined)[],
): Worker => ({
  name: 'note-keys',
  pauseMs: KEYS_PAUSE_MS,
  async tick() {
    await keys.add(signers.flatMap((one) => (one ? [bytesOfAddress(one.address)] : [])));
    return 0;
  },
});
