import {
  addressOf,
  bridgeMessageSigner,
  bytesOfAddress,
  readBridgeMessage,
  transferOut,
} from '@bellwether/chain';
import type { Address, StoredTransaction, Signer } from '@bellwether/chain';
import type { Deposit } from '@bellwether/funding';
import { decodeTokenTransfer } from '@bellwether/wormhole';
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

/** The transfer that sent the deposit over the bridge, by the chain and not by the rows. */
export interface SentTransfer {
  readonly messageAccount: Address;
  /** Whether it is this deposit's transfer: its amount, to its user's proxy wallet. */
  readonly isOfDeposit: boolean;
}

/** `undefined`: the deposit has not crossed the bridge. */
export async function sentTransfer(
  parts: Parts,
  deposit: Deposit,
  { proxyUsdcAccount }: UserPlaces,
): Promise<SentTransfer | undefined> {
  const { chains, sides } = parts;
  const { address: messageAccount } = await messageSigner(parts, deposit);
  const message = await readBridgeMessage(chains.ext, sides.ext, messageAccount);
  if (message === undefined) return undefined;
  const { amount, to } = decodeTokenTransfer(message.payload);
  const isOfDeposit =
    amount === BigInt(deposit.amountMicroUsdc) && addressOf(to) === proxyUsdcAccount;
  return { messageAccount, isOfDeposit };
}

/** Sends exactly the deposit's amount from its address to the user's proxy wallet. The listener pays the fees. */
export async function sourceTransfer(
  parts: Parts,
  deposit: Deposit,
  places: UserPlaces,
): Promise<StoredTransaction> {
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
