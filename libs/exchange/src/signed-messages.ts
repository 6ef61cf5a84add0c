import { encodeRecover, encodeWithdraw } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import type { CommandOf, Network } from './command';

/**
 * The canonical messages of the commands that carry the network: the bytes a user signed, and the body that a repeat is
 * compared by.
 */

type Withdraw = Pick<
  CommandOf<'withdraw'>,
  'user' | 'amount' | 'recipientKind' | 'recipient' | 'nonce'
>;
type Recover = Pick<CommandOf<'recover'>, 'user' | 'mint' | 'recipient' | 'nonce'>;

export const withdrawBytes = (command: Withdraw, network: Network): Uint8Array => {
  const { user: mainAddress, amount, nonce } = command;
  return encodeWithdraw({ network, mainAddress, amount, recipient: recipientOf(command), nonce });
};

export const recoverBytes = (
  { user: mainAddress, mint, recipient, nonce }: Recover,
  network: Network,
): Uint8Array => encodeRecover({ network, mainAddress, mint, recipient, nonce });

function recipientOf({ recipientKind: kind, recipient: address }: Withdraw) {
  assert((kind === 'default') === (address === null), 'a withdrawal to nowhere passed its checks');
  return kind === 'default' || address === null
    ? ({ kind: 'default' } as const)
    : ({ kind, address } as const);
}
