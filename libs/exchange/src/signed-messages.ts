import { encodeRecover, encodeRedeem, encodeWithdraw } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';
import type { CommandOf, Network } from './command';

/**
 * The canonical messages of the commands that name the network: the bytes that the user signed, and the body that a
 * repeat is compared with.
 */

type Withdraw = Pick<
  CommandOf<'withdraw'>,
  'user' | 'amount' | 'recipientKind' | 'recipient' | 'nonce'
>;
type Recover = Pick<CommandOf<'recover'>, 'user' | 'mint' | 'recipient' | 'nonce'>;

/** The message that the user of a withdrawal signed. */
export const withdrawBytes = (command: Withdraw, network: Network): Uint8Array => {
  const { user: mainAddress, amount, nonce } = command;
  return encodeWithdraw({ network, mainAddress, amount, recipient: recipientOf(command), nonce });
};

/** The message that the user of a recovery signed. */
export const recoverBytes = (
  { user: mainAddress, mint, recipient, nonce }: Recover,
  network: Network,
): Uint8Array => encodeRecover({ network, mainAddress, mint, recipient, nonce });

/** The message that the user signed to redeem pairs of contracts. */
export const redeemBytes = (
  {
    user,
    marketId,
    size,
    nonce,
  }: Pick<CommandOf<'redeem'>, 'user' | 'marketId' | 'size' | 'nonce'>,
  network: Network,
): Uint8Array => encodeRedeem({ network, marketId, user, size, nonce });

function recipientOf({ recipientKind: kind, recipient: address }: Withdraw) {
  assert((kind === 'default') === (address === null), 'a withdrawal to nowhere passed its checks');
  return kind === 'default' || address === null
    ? ({ kind: 'default' } as const)
    : ({ kind, address } as const);
}
