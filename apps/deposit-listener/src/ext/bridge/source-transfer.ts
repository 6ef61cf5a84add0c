import {
  bridgeMessageSigner,
  bytesOfAddress,
  readBridgeMessage,
  transferOut,
} from '@bellwether/chain';
import type { KeptTransaction, Signer } from '@bellwether/chain';
import type { Deposit } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import type { UserPlaces } from '../../watch/user-addresses';

type Parts = Pick<
  ListenerParts,
  'chains' | 'sides' | 'usdc' | 'listener' | 'addresses' | 'depositMaster'
>;

/**
 * The account that the deposit's message is written to: the same for all attempts, so that the core bridge itself
 * refuses to send a deposit twice.
 */
const messageSigner = ({ depositMaster }: Parts, { depositId }: Deposit): Promise<Signer> =>
  bridgeMessageSigner(depositMaster.reveal(), depositId);

/** Whether the deposit has crossed the bridge, whatever was reported about its transaction. */
export async function wasSent(parts: Parts, deposit: Deposit): Promise<boolean> {
  const { chains, sides } = parts;
  const { address } = await messageSigner(parts, deposit);
  return (await readBridgeMessage(chains.ext, sides.ext, address)) !== undefined;
}

/**
 * Sends exactly the deposit's amount to the user's proxy wallet. The listener pays the fees, the deposit address the
 * amount.
 */
export async function sourceTransfer(
  parts: Parts,
  deposit: Deposit,
  places: UserPlaces,
): Promise<KeptTransaction> {
  const { chains, sides, usdc, listener, addresses } = parts;
  const message = await messageSigner(parts, deposit);
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
  const signers = [owner, message];
  return chains.ext.buildTransaction({ instructions, feePayer: listener, signers });
}
