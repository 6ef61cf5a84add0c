import {
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  createAssociatedToken,
  debitVault,
  initProxyWallet,
  lastPlaceOfProgram,
  transferOut,
} from '@bellwether/chain';
import type { Address, Instruction, StoredTransaction, Signer } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { netAmountOf, withdrawalTransferId } from '@bellwether/funding';
import type { Withdrawal } from '@bellwether/funding';
import { PAYOUT_COMPUTE_UNITS } from '../limits';
import type { WorkerParts } from '../parts';
import { paidAccountOf } from './recipient';

type Parts = Pick<
  WorkerParts,
  'chains' | 'messageMaster' | 'operator' | 'sides' | 'usdc' | 'vault'
>;

/** Of the transaction's instructions, from 0: after the compute budget and the creation of the token account. */
export const DEBIT_PLACE = 2;

/** The same for a stored transaction, whichever accounts it creates. */
export const debitPlaceIn = (wireBytes: Uint8Array, { program }: WorkerParts['vault']): number =>
  lastPlaceOfProgram({ wireBytes }, program) ?? DEBIT_PLACE;

export const payoutPurpose = ({ withdrawalId }: Withdrawal, attempt: number): string =>
  `withdrawal:${toHex(withdrawalId)}:debit:${attempt}`;

/**
 * One transaction that pays all or nothing. To main: the debit to the recipient's account. To ext: the debit to the
 * operator's account and its burn by the token bridge, whose message names the recipient's account. It is signed, and
 * not yet sent.
 */
export async function signPayout(
  { withdrawal, makesAccount, makesProxy }: SignedPayout,
  parts: Parts,
): Promise<StoredTransaction> {
  const { chains, operator, vault } = parts;
  const { instructions, signers } =
    withdrawal.chain === 'main'
      ? await toMain(withdrawal, makesAccount, parts)
      : await overTheBridge(withdrawal, parts);
  const proxy = { payer: operator.address, user: withdrawal.user };
  const making = makesProxy ? [await initProxyWallet(vault, proxy)] : [];
  return chains.main.buildTransaction({
    instructions: [...making, ...instructions],
    signers,
    feePayer: operator,
    computeUnits: PAYOUT_COMPUTE_UNITS,
  });
}

export interface SignedPayout {
  readonly withdrawal: Withdrawal;
  /** Whether the recipient's account on main is created if it is missing. Otherwise the payout fails there. */
  readonly makesAccount: boolean;
  /** Whether the user has no proxy wallet, in which the vault keeps what it paid. */
  readonly makesProxy: boolean;
}

interface Payout {
  readonly instructions: Instruction[];
  readonly signers: readonly Signer[];
}

async function toMain(
  withdrawal: Withdrawal,
  makesAccount: boolean,
  parts: Parts,
): Promise<Payout> {
  const { wallet, account } = await paidAccountOf(withdrawal, parts);
  const debit = await debitTo(account, withdrawal, parts);
  const making = makesAccount ? [await accountFor(wallet, parts)] : [];
  return { instructions: [...making, debit], signers: [] };
}

async function overTheBridge(withdrawal: Withdrawal, parts: Parts): Promise<Payout> {
  const { operator, sides, usdc } = parts;
  const own = await associatedTokenAddress(operator.address, usdc.main);
  const { account } = await paidAccountOf(withdrawal, parts);
  const message = await messageSignerOf(withdrawal, parts);
  const burn = await transferOut(sides.main, {
    kind: 'wrapped',
    payer: operator.address,
    from: own,
    fromOwner: operator.address,
    mint: usdc.main,
    amount: BigInt(netAmountOf(withdrawal)),
    toChainId: sides.ext.chainId,
    to: bytesOfAddress(account),
    message: message.address,
    // The token bridge takes the message's fee from the payer itself.
  });
  const debit = await debitTo(own, withdrawal, parts);
  const making = await accountFor(operator.address, parts);
  return { instructions: [making, debit, ...burn], signers: [message] };
}

/** One account per withdrawal, whatever the attempt: the core bridge writes its message only once. */
const messageSignerOf = ({ withdrawalId }: Withdrawal, { messageMaster }: Parts): Promise<Signer> =>
  bridgeMessageSigner(
    messageMaster.reveal(),
    new TextEncoder().encode(withdrawalTransferId(withdrawalId)),
  );

/** Nothing if it exists. */
const accountFor = (owner: Address, { operator, usdc }: Parts): Promise<Instruction> =>
  createAssociatedToken({ payer: operator.address, owner, mint: usdc.main });

const debitTo = (
  recipientToken: Address,
  withdrawal: Withdrawal,
  { operator, vault }: Parts,
): Promise<Instruction> =>
  debitVault(vault, {
    operator: operator.address,
    user: withdrawal.user,
    paymentSeq: BigInt(withdrawal.paymentSeq),
    withdrawalId: withdrawal.withdrawalId,
    amount: BigInt(netAmountOf(withdrawal)),
    recipientToken,
  });
