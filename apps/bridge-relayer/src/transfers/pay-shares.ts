/**
 * A shared message has paid its split account: that is paid on, by anyone, to the accounts of the list. What cannot be
 * paid goes to the split account of the rest, and is paid from there when it can be. Where the money of a transfer is
 * follows from the chain alone, so it does not matter who completed or paid, or how often somebody added to it.
 */
import {
  addressOf,
  canBePaid,
  createAssociatedToken,
  parseTokenAccount,
  paySplit,
  remainderOf,
  signatureBytes,
  splitAccountOf,
  splitPaymentsIn,
} from '@bellwether/chain';
import type { Address, ChainAccount, FinalTransaction, Instruction } from '@bellwether/chain';
import { sameBytes } from '@bellwether/codec';
import { decodeSplit, messageNameOf, splitSum, targetChainOf } from '@bellwether/funding';
import type { Split } from '@bellwether/funding';
import type { TransferRow } from '@bellwether/persistence';
import type { Vaa } from '@bellwether/wormhole';
import { MAX_ACCOUNTS_MADE, PAY_COMPUTE_UNITS } from '../limits';
import type { RelayerParts } from '../parts';
import type { Attempts } from './attempts';
import { attemptsOf, lookAfter, userOf } from './attempts-of';
import { completionOf } from './completion-of';
import { waitFor } from './look';
import type { Look } from './look';
import { payeeOf } from './payee';

export type Paid =
  | { readonly kind: 'paid'; readonly signature: Uint8Array }
  | { readonly kind: 'waits'; readonly look: Look };

/** A list, and the transfer's place in it. */
interface Place {
  readonly list: Split;
  readonly share: number;
  /** How many lists its money has left. */
  readonly depth: number;
  /** The transaction that brought its money here; `undefined` if it is not known yet. */
  readonly arrivedBy: () => Promise<FinalTransaction | undefined>;
}

/** @param transfer of a message that is completed */
export function payShares(transfer: TransferRow, vaa: Vaa, parts: RelayerParts): Promise<Paid> {
  const target = targetChainOf(transfer.direction);
  const arrivedBy = () => completionOf(vaa, parts.sides[target], parts.searches[target]);
  const list = decodeSplit(transfer.split!);
  return payAt({ list, share: transfer.share, depth: 0, arrivedBy }, transfer, parts);
}

async function payAt(place: Place, transfer: TransferRow, parts: RelayerParts): Promise<Paid> {
  const { list, share, depth } = place;
  const target = targetChainOf(transfer.direction);
  const { token } = await splitAccountOf(parts.splitProgram, parts.usdc[target], list);
  const recipients = list.entries.map(({ account }) => addressOf(account));
  const { accounts } = await parts.chains[target].readAccounts([token, ...recipients]);
  const [held, ...found] = accounts;
  if (amountIn(held) >= BigInt(splitSum(list))) {
    const look = await pay({ list, depth, found }, transfer, parts);
    if (look !== 'paid') return { kind: 'waits', look };
  } else {
    // Paid, if it had arrived: a payment of ours is final, or can never be.
    await paymentsAt(depth, transfer, parts).lookAgain(
      payPurpose(transfer, depth),
      parts.chains[target],
    );
  }
  const left = await leftBy(place, token, transfer, parts);
  // It is found later: nodes store accounts and transactions separately, and one of them lags.
  if (left === undefined) return { kind: 'waits', look: waitFor('broadcast', transfer.tries) };
  const { paid } = left;
  if (paid[share] === true) {
    return { kind: 'paid', signature: signatureBytes(left.by.transaction.signature) };
  }
  const rest = remainderOf(list, paid)!;
  const before = paid.slice(0, share).filter((isPaid) => !isPaid).length;
  const arrivedBy = async () => left.by;
  return payAt({ list: rest, share: before, depth: depth + 1, arrivedBy }, transfer, parts);
}

const amountIn = (account: ChainAccount | null | undefined): bigint =>
  (account ? parseTokenAccount(account)?.amount : undefined) ?? 0n;

/** The first payment out of a split account after the money came: all of it left, by any sender. */
async function leftBy(
  { arrivedBy }: Place,
  token: Address,
  { direction }: TransferRow,
  { searches, splitProgram }: RelayerParts,
): Promise<{ readonly by: FinalTransaction; readonly paid: readonly boolean[] } | undefined> {
  const arrival = await arrivedBy();
  if (arrival === undefined) return undefined;
  const paymentIn = ({ transaction }: FinalTransaction) =>
    splitPaymentsIn(splitProgram, transaction).find((payment) => payment.token === token);
  const by = await searches[targetChainOf(direction)].find(
    token,
    (found) => !isBefore(found, arrival) && paymentIn(found) !== undefined,
  );
  return by && { by, paid: paymentIn(by)!.paid };
}

const isBefore = (one: FinalTransaction, other: FinalTransaction): boolean =>
  one.block.slot === other.block.slot
    ? one.transaction.index < other.transaction.index
    : one.block.slot < other.block.slot;

const payPurpose = (transfer: TransferRow, depth: number): string =>
  `${messageNameOf(transfer)}:pay-${depth}`;

/** Users pay for one payment. That of a rest is a later one, which nobody is charged for. */
const paymentsAt = (depth: number, transfer: TransferRow, parts: RelayerParts): Attempts =>
  attemptsOf(transfer, parts, { isUncharged: depth > 0 });

async function pay(
  at: Pick<Place, 'depth' | 'list'> & { readonly found: readonly (ChainAccount | null)[] },
  transfer: TransferRow,
  parts: RelayerParts,
): Promise<Look | 'paid'> {
  const { relayer, splitProgram: program, usdc } = parts;
  const target = targetChainOf(transfer.direction);
  const chain = parts.chains[target];
  const mint = usdc[target];
  const purpose = payPurpose(transfer, at.depth);
  const attempts = paymentsAt(at.depth, transfer, parts);
  const underWay = await attempts.lookAgain(purpose, chain);
  const plan = underWay === undefined ? await planOf(at, transfer, parts) : undefined;
  if (plan?.payable.includes(true) === false) return waitFor('attestation', transfer.tries);
  const progress =
    underWay ??
    (await attempts.look({
      purpose,
      chain,
      user: userOf(transfer),
      sign: async () => {
        const { payable, making } = plan!;
        const request = { mint, split: at.list, payable, payer: relayer.address };
        return chain.buildTransaction({
          instructions: [...making, ...(await paySplit(program, request))],
          feePayer: relayer,
          computeUnits: PAY_COMPUTE_UNITS,
        });
      },
    }));
  return progress.kind === 'final' ? 'paid' : lookAfter(progress, transfer);
}

interface Plan {
  readonly payable: readonly boolean[];
  /** Accounts that are missing, and whose users paid for them. */
  readonly making: readonly Instruction[];
}

async function planOf(
  { list, found }: Parameters<typeof pay>[0],
  transfer: TransferRow,
  parts: RelayerParts,
): Promise<Plan> {
  const payer = parts.relayer.address;
  const mint = parts.usdc[targetChainOf(transfer.direction)];
  const making = new Map<string, Instruction>();
  const payable: boolean[] = [];
  const sharing = await parts.stores.transfers.ofMessage(transfer);
  for (const [at, { account }] of list.entries.entries()) {
    const name = addressOf(account);
    const there = found[at] ?? null;
    // Somebody may have sent lamports to the address of an account that nobody has made.
    const isMissing = (there?.data.length ?? 0) === 0;
    if (!isMissing || making.has(name) || making.size === MAX_ACCOUNTS_MADE) {
      payable.push(making.has(name) || canBePaid(there, mint));
      continue;
    }
    const owner = await payerOf(account, sharing, parts);
    if (owner !== undefined) making.set(name, await createAssociatedToken({ payer, owner, mint }));
    payable.push(owner !== undefined);
  }
  return { payable, making: [...making.values()] };
}

/** The wallet of an account that one of them has paid for. */
async function payerOf(
  account: Uint8Array,
  sharing: readonly TransferRow[],
  parts: RelayerParts,
): Promise<Address | undefined> {
  for (const transfer of sharing) {
    if (!sameBytes(transfer.recipientAccount, account)) continue;
    const payee = await payeeOf(transfer, parts);
    if (payee !== undefined && payee !== 'nobody_pays') return payee;
  }
  return undefined;
}
