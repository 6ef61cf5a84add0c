/** A transfer that several deposits share: out of each address, and over the bridge in one message. */
import {
  approveDelegate,
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  collectorSigner,
  parseTokenAccount,
  splitAccountOf,
  tokenTransfersIn,
  unsignedAccountsOf,
  transferOut,
  transferTokens,
} from '@bellwether/chain';
import type {
  Address,
  BlockTransaction,
  ChainAccount,
  Instruction,
  Signer,
  TransactionRequest,
  TransferOut,
} from '@bellwether/chain';
import { encodeSplit, shareNameOf, splitSum } from '@bellwether/funding';
import type { Deposit, Split } from '@bellwether/funding';
import { USDC_DECIMALS } from '../../main-chain/limits';
import type { ListenerParts } from '../../parts';
import type { UserPlaces } from '../../watch/user-addresses';

type Parts = Pick<
  ListenerParts,
  'sides' | 'usdc' | 'listener' | 'depositMaster' | 'splitProgram' | 'splitRentTo'
>;

const KEY_BYTES = 32;

export interface Member {
  readonly deposit: Deposit;
  readonly places: UserPlaces;
}

/**
 * The account that the deposit's message is written to, where it goes alone: the same for all attempts, so that the core
 * bridge itself refuses to send a deposit twice. A shared transfer names it, so that the transaction is in its history.
 * Nobody else knows it before, and can bury that under other transactions.
 */
export const ownMessageOf = (
  { depositMaster }: Pick<Parts, 'depositMaster'>,
  { depositId }: Pick<Deposit, 'depositId'>,
): Promise<Signer> => bridgeMessageSigner(depositMaster.reveal(), depositId);

/** Holds the sum within the transaction, and nothing before and after it. */
export interface Collector {
  readonly signer: Signer;
  readonly account: Address;
}

export async function collectorOf({
  depositMaster,
  usdc,
}: Pick<Parts, 'depositMaster' | 'usdc'>): Promise<Collector> {
  const signer = await collectorSigner(depositMaster.reveal());
  return { signer, account: await associatedTokenAddress(signer.address, usdc.ext) };
}

const MOST = 2n ** 64n - 1n;

/** Lets the collector take what deposits bring. The deposit address signs. */
export const approveCollector = (
  { depositAddress: owner, depositUsdcAccount: account }: UserPlaces,
  { signer }: Collector,
): Instruction => approveDelegate({ account, owner, delegate: signer.address, amount: MOST });

/** Whether it may take from an account of USDC, as that is read now. */
export function isApproved(account: ChainAccount | null, { signer }: Collector): boolean {
  const token = account === null ? undefined : parseTokenAccount(account);
  // Above what a deposit can be, however much of it was used.
  return token?.delegate === signer.address && token.delegatedAmount > MOST / 2n;
}

export interface SharedTransfer {
  readonly name: Uint8Array;
  /** A message that is there was sent by these deposits. */
  readonly messageAccount: Address;
  readonly split: Uint8Array;
  readonly request: Pick<TransactionRequest, 'instructions' | 'feePayer' | 'signers'>;
}

/** @param members in the order of the list */
export async function sharedTransfer(
  parts: Parts,
  members: readonly Member[],
): Promise<SharedTransfer> {
  const { usdc, listener, depositMaster } = parts;
  const collector = await collectorOf(parts);
  const name = shareNameOf(members.map(({ deposit }) => deposit.depositId));
  const message = await bridgeMessageSigner(depositMaster.reveal(), name);
  const { split, splitAccount } = await splitOf(
    parts,
    message.address,
    members.map(({ deposit, places }) => ({
      account: bytesOfAddress(places.proxyUsdcAccount),
      amountMicroUsdc: deposit.amountMicroUsdc,
    })),
  );
  const toBridge = await overTheBridge(parts, collector, {
    amount: BigInt(splitSum(split)),
    to: splitAccount,
    message: message.address,
  });
  const references = await Promise.all(members.map((one) => ownMessageOf(parts, one.deposit)));
  const instructions = [
    ...members.map(({ deposit, places }, at) =>
      transferTokens({
        source: places.depositUsdcAccount,
        destination: collector.account,
        owner: collector.signer.address,
        mint: usdc.ext,
        decimals: USDC_DECIMALS,
        amount: BigInt(deposit.amountMicroUsdc),
        reference: references[at]!.address,
      }),
    ),
    ...toBridge,
  ];
  return {
    name,
    messageAccount: message.address,
    split: encodeSplit(split),
    request: { instructions, feePayer: listener, signers: [collector.signer, message] },
  };
}

const overTheBridge = (
  { sides, usdc, listener }: Parts,
  { signer, account }: Collector,
  transfer: Pick<TransferOut, 'amount' | 'to' | 'message'>,
): Promise<Instruction[]> =>
  transferOut(sides.ext, {
    kind: 'native',
    payer: listener.address,
    from: account,
    fromOwner: signer.address,
    mint: usdc.ext,
    toChainId: sides.main.chainId,
    ...transfer,
  });

/** The accounts of every shared transfer, for a lookup table: those of the bridge, without signers. */
export async function sharedAccounts(parts: Parts, collector: Collector): Promise<Address[]> {
  const { address: message } = parts.listener;
  const any = { amount: 1n, to: new Uint8Array(KEY_BYTES), message };
  return unsignedAccountsOf(await overTheBridge(parts, collector, any));
}

/** The list of a message, and the account on main that it is. */
export async function splitOf(
  { splitProgram, splitRentTo, usdc }: Pick<Parts, 'splitProgram' | 'splitRentTo' | 'usdc'>,
  messageAccount: Address,
  entries: Split['entries'],
): Promise<{ readonly split: Split; readonly splitAccount: Uint8Array }> {
  const split: Split = {
    salt: bytesOfAddress(messageAccount),
    rentTo: bytesOfAddress(splitRentTo),
    entries,
  };
  const { token } = await splitAccountOf(splitProgram, usdc.main, split);
  return { split, splitAccount: bytesOfAddress(token) };
}

/** What a transaction collected of a deposit. */
export interface Collected {
  /** The deposit, by `ownMessageOf`. */
  readonly reference: Address | undefined;
  readonly depositUsdcAccount: Address;
  /** The owner of that. */
  readonly depositAddress: Address | undefined;
  readonly amount: bigint;
}

/** In the order of the list. Only who has the collector's key can make any. */
export const collectedIn = (
  transaction: BlockTransaction,
  { signer, account }: Collector,
): Collected[] =>
  tokenTransfersIn(transaction)
    .filter((one) => one.authority === signer.address && one.destination === account)
    .map(({ source, amount, references: [reference] }) => ({
      reference,
      depositUsdcAccount: source,
      depositAddress: transaction.tokensBefore.find(
        ({ accountIndex }) => transaction.accounts[accountIndex] === source,
      )?.owner,
      amount,
    }));
