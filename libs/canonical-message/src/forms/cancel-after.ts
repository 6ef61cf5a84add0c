import { clientId, network, nonceOf, user } from './named-fields';
import { u64 } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Sets the dead man's switch: all open orders are cancelled that many seconds later. */
export const cancelAfterForm = signedForm(
  0x08,
  {
    network,
    user,
    seconds: u64('How long after this command all open orders are cancelled; 0 switches it off'),
    nonce: nonceOf('cancel_after'),
  },
  { beside: { client_id: clientId } },
);

/** `seconds` 0 switches it off; the nonce is of the kind `cancel_after`. */
export type CancelAfterMessage = MessageOf<typeof cancelAfterForm>;
