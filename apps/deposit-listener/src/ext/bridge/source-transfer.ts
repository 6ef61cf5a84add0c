import { bytesOfAddress, transferOut } from '@bellwether/chain';
import type { StoredTransaction } from '@bellwether/chain';
import type { Deposit } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import type { UserPlaces } from '../../watch/user-addresses';
import { approveCollector, collectorOf, ownMessageOf } from './shared-transfer';

type Parts = Pick<
  ListenerParts,
  'chains' | 'sides' | 'usdc' | 'listener' | 'addresses' | 'depositMaster' | 'shareWaitMs'
>;

/** Sends exactly the deposit's amount from its address to the user's proxy wallet. The listener pays the fees. */
export async function sourceTransfer(
  parts: Parts,
  deposit: Deposit,
  places: UserPlaces,
): Promise<StoredTransaction> {
  const { chains, sides, usdc, listener, addresses } = parts;
  const message = await ownMessageOf(parts, deposit);
  const owner = await addresses.depositSigner(deposit.user);
  const instructions = await transferOut(sides.ext, {
    kind: 'native',
    payer: listener.address,
    from: places.depositUsdcAccount,
    fromOwner: owner.address,
    mint: usdc.ext,
    amount: BigInt(deposit.amountMicroUsdc),
    toChainId: sides.main.chainId,
    to: bytesOfAddress(places.proxyUsdcAccount),
    message: message.address,
  });
  // The bridge's approval has replaced the collector's.
  if (parts.shareWaitMs > 0) instructions.push(approveCollector(places, await collectorOf(parts)));
  const signers = [owner, message];
  return chains.ext.buildTransaction({ instructions, feePayer: listener, signers });
}
