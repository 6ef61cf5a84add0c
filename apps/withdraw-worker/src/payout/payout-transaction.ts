import {
  addressOf,
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  createAssociatedToken,
  debitVault,
  initProxyWallet,
  lastPlaceOfProgram,
  splitAccountOf,
  transferOut,
  unsignedAccountsOf,
} from '@bellwether/chain';
import type {
  Address,
  Instruction,
  LookupTable,
  StoredTransaction,
  Signer,
} from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { netAmountOf, splitSum, withdrawalTransferId } from '@bellwether/funding';
import type { Split, Withdrawal } from '@bellwether/funding';
import { PAYOUT_COMPUTE_UNITS, SHARED_COMPUTE_UNITS } from '../limits';
import type { WorkerParts } from '../parts';
import { paidAccountOf } from './recipient';

type Parts = Pick<
  WorkerParts,
  'chains' | 'messageMaster' | 'operator' | 'sides' | 'splitProgram' | 'usdc' | 'vault'
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
  const { operator } = parts;
  const { account } = await paidAccountOf(withdrawal, parts);
  const message = await messageSignerOf(withdrawalTransferId(withdrawal.withdrawalId), parts);
  const burn = await burnTo(account, BigInt(netAmountOf(withdrawal)), message, parts);
  const debit = await debitTo(await ownAccount(parts), withdrawal, parts);
  const making = await accountFor(operator.address, parts);
  return { instructions: [making, debit, ...burn], signers: [message] };
}

/** Of the first that it pays: each is signed for in company once. */
export const sharedPurpose = ([first]: readonly Withdrawal[]): string =>
  `withdrawal:${toHex(first!.withdrawalId)}:shared`;

/** Whose address is the salt of their list. */
export const sharedMessageOf = (
  withdrawals: readonly Withdrawal[],
  parts: Pick<Parts, 'messageMaster'>,
): Promise<Signer> => messageSignerOf(sharedPurpose(withdrawals), parts);

/** What the transactions of all companies name: only with these in a lookup table one fits. */
export async function namedByAll(parts: Parts): Promise<Address[]> {
  const { operator, vault } = parts;
  const own = await ownAccount(parts);
  // Signers are not in a table: any will do for the message.
  const burn = await burnTo(own, 1n, operator, parts);
  return [...unsignedAccountsOf(burn), vault.state, vault.token, vault.mint, own];
}

/**
 * One transaction that debits all of them and burns the sum for the split account on ext, whose list it shows. It makes
 * no account: the operator's has been there since the first payout that went alone. Signed, and not yet sent.
 */
export async function signShared(
  withdrawals: readonly Withdrawal[],
  { split, table }: { readonly split: Split; readonly table: LookupTable },
  parts: Parts,
): Promise<StoredTransaction> {
  const { chains, operator, splitProgram, usdc } = parts;
  const { token } = await splitAccountOf(splitProgram, usdc.ext, split);
  const message = await sharedMessageOf(withdrawals, parts);
  const own = await ownAccount(parts);
  const debits = await Promise.all(
    withdrawals.map((withdrawal, share) => {
      const { account, amountMicroUsdc } = split.entries[share]!;
      const paid = { ...withdrawal, amountMicroUsdc, gasFeeMicroUsdc: 0 };
      return debitTo(own, paid, parts, addressOf(account));
    }),
  );
  const burn = await burnTo(token, BigInt(splitSum(split)), message, parts);
  return chains.main.buildTransaction({
    instructions: [...debits, ...burn],
    signers: [message],
    feePayer: operator,
    computeUnits: SHARED_COMPUTE_UNITS,
    lookupTables: [table],
  });
}

const ownAccount = ({ operator, usdc }: Parts): Promise<Address> =>
  associatedTokenAddress(operator.address, usdc.main);

/** The token bridge takes the message's fee from the payer itself. */
async function burnTo(
  account: Address,
  amount: bigint,
  message: Signer,
  parts: Parts,
): Promise<Instruction[]> {
  const { operator, sides, usdc } = parts;
  return transferOut(sides.main, {
    kind: 'wrapped',
    payer: operator.address,
    from: await ownAccount(parts),
    fromOwner: operator.address,
    mint: usdc.main,
    amount,
    toChainId: sides.ext.chainId,
    to: bytesOfAddress(account),
    message: message.address,
  });
}

/** One account per name, whatever the attempt: the core bridge writes its message only once. */
const messageSignerOf = (
  name: string,
  { messageMaster }: Pick<Parts, 'messageMaster'>,
): Promise<Signer> => bridgeMessageSigner(messageMaster.reveal(), new TextEncoder().encode(name));

/** Nothing if it exists. */
const accountFor = (owner: Address, { operator, usdc }: Parts): Promise<Instruction> =>
  createAssociatedToken({ payer: operator.address, owner, mint: usdc.main });

const debitTo = (
  recipientToken: Address,
  withdrawal: Withdrawal,
  { operator, vault }: Parts,
  paidThere?: Address,
): Promise<Instruction> =>
  debitVault(vault, {
    operator: operator.address,
    user: withdrawal.user,
    paymentSeq: BigInt(withdrawal.paymentSeq),
    withdrawalId: withdrawal.withdrawalId,
    amount: BigInt(netAmountOf(withdrawal)),
    recipientToken,
    ...(paidThere === undefined ? {} : { paidThere }),
  });
