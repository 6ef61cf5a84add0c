/** Arrivals of a block of ext at deposit addresses: every kind of token, and lamports. */
import {
  associatedTokenAddress,
  bytesOfAddress,
  nativeMovementsOf,
  signatureBytes,
  signatureText,
  tokenMovementsOf,
} from '@bellwether/chain';
import type { Address, Block, Chain, NativeMovement, TokenMovement } from '@bellwether/chain';
import { sameBytes } from '@bellwether/codec';
import { ACCOUNT_BYTES, movementIndex } from '@bellwether/funding';
import type { NewDeposit } from '@bellwether/funding';
import type { ChainTransactionStore, PayoutStore, ScanFindings } from '@bellwether/persistence';
import type { WatchedUser, WatchedUsers } from '../watch/watched-set';
import type { CompletedTransfer, CompletedTransfers } from './completed-transfers';
import type { SetAside } from './scan-metrics';

export interface ExtFindingsParts {
  readonly usdc: Address;
  /** The key that pays for the exchange's transactions at deposit addresses. */
  readonly listener: Address;
  /** Of the block. */
  readonly watched: Pick<WatchedUsers, 'ofDepositAddress'>;
  readonly transactions: Pick<ChainTransactionStore, 'bySignatures'>;
  readonly payouts: Pick<PayoutStore, 'registered' | 'toOwnAddress'>;
  readonly completed: Pick<CompletedTransfers, 'in'>;
  /** The rent of an account of so many bytes. */
  readonly minimumLamports: Chain['minimumLamports'];
  /** Called for each movement that is no deposit, or not all of it. */
  readonly setAside: (why: SetAside, movement: object) => void;
}

type Incoming =
  | { readonly user: WatchedUser; readonly token: TokenMovement }
  | { readonly user: WatchedUser; readonly native: NativeMovement };

/** Each movement is judged by itself: anyone may put several of them into one transaction. */
export async function findExt(block: Block, parts: ExtFindingsParts): Promise<ScanFindings> {
  const incoming = incomingOf(block, parts.watched);
  if (incoming.length === 0) return {};
  const known = await knownOf(block, incoming, parts);
  const deposits: NewDeposit[] = [];
  const rent = incoming.some(isBesideUsdc) ? await parts.minimumLamports(ACCOUNT_BYTES.token) : 0n;
  for (const one of incoming) {
    const { signature, account } = movementOf(one);
    const setAside = (why: SetAside) => parts.setAside(why, { signature, account });
    const why = known.isOwn(one) ? 'own' : strayness(one, parts);
    if (why !== undefined) {
      setAside(why);
      continue;
    }
    const paidOut = known.paidOutTo(one);
    if (paidOut > 0n) setAside('payout');
    const sourceAmount = isBesideUsdc(one) ? besideRent(one.native, rent) : amountOf(one) - paidOut;
    if (sourceAmount <= 0n) continue;
    const arrivedSequence = known.numberOf(one);
    const deposit = { ...depositOf(one, parts.usdc), sourceAmount, arrivedSequence };
    const isElsewhere = isBesideUsdc(one) || ('token' in one && !(await isAssociated(one.token)));
    deposits.push(isElsewhere ? { ...deposit, rejection: 'other_account' } : deposit);
  }
  return { deposits };
}

const amountOf = (one: Incoming): bigint =>
  'token' in one
    ? one.token.amountAfter - one.token.amountBefore
    : one.native.lamportsAfter - one.native.lamportsBefore;

const movementOf = (one: Incoming): TokenMovement | NativeMovement =>
  'token' in one ? one.token : one.native;

function incomingOf(block: Block, watched: ExtFindingsParts['watched']): Incoming[] {
  const tokens = tokenMovementsOf(block).flatMap((token): Incoming[] => {
    const user = watched.ofDepositAddress(token.owner);
    return user !== undefined && token.amountAfter > token.amountBefore ? [{ user, token }] : [];
  });
  const natives = nativeMovementsOf(block).flatMap((native): Incoming[] => {
    const user =
      watched.ofDepositAddress(native.account) ?? ofUsdcAccount(native, { block, watched });
    const isMore = native.lamportsAfter > native.lamportsBefore;
    return user !== undefined && isMore ? [{ user, native }] : [];
  });
  return [...tokens, ...natives].sort(
    (one, other) => movementOf(one).transactionIndex - movementOf(other).transactionIndex,
  );
}

/** The transaction says whose token account it is. */
function ofUsdcAccount(
  { account, accountIndex, transactionIndex }: NativeMovement,
  { block, watched }: { readonly block: Block; readonly watched: ExtFindingsParts['watched'] },
): WatchedUser | undefined {
  const transaction = block.transactions.find(({ index }) => index === transactionIndex);
  const held = transaction?.tokensAfter.find((one) => one.accountIndex === accountIndex);
  const user = held && watched.ofDepositAddress(held.owner);
  return user?.depositUsdcAccount === account ? user : undefined;
}

/** Lamports that came to the USDC account of the address. */
const isBesideUsdc = (
  one: Incoming,
): one is { readonly user: WatchedUser; readonly native: NativeMovement } =>
  'native' in one && one.native.account === one.user.depositUsdcAccount;

/** The amount beyond the account's rent. */
function besideRent({ lamportsBefore, lamportsAfter }: NativeMovement, rent: bigint): bigint {
  return lamportsAfter - (lamportsBefore > rent ? lamportsBefore : rent);
}

interface Known {
  /** Whether one of the exchange's apps moved it for this user: a swap, the rent of a token account. */
  isOwn(one: Incoming): boolean;
  /** The part that the bridge paid for the user's own withdrawals without a recipient. */
  paidOutTo(one: Incoming): bigint;
  /** The number of the message that brought it, if that is all of it and no withdrawal is known to have sent it. */
  numberOf(one: Incoming): number | null;
}

async function knownOf(
  block: Block,
  incoming: readonly Incoming[],
  { transactions, payouts, completed, usdc, listener }: ExtFindingsParts,
): Promise<Known> {
  const signers = new Map(
    block.transactions.map(({ signature, accounts, signerCount }) => [
      signature,
      accounts.slice(0, signerCount),
    ]),
  );
  const signatures = [...new Set(incoming.map((one) => movementOf(one).signature))];
  const own = await transactions.bySignatures(signatures.map(signatureBytes));
  const ownUsers = new Map(
    own
      .filter(({ purpose }) => !isCompletion(purpose))
      .map(({ signature, user }) => [signatureText(signature), user]),
  );
  const transfers = new Map<string, readonly CompletedTransfer[]>();
  for (const transaction of block.transactions) {
    const { signature } = transaction;
    if (signatures.includes(signature) && !ownUsers.has(signature)) {
      transfers.set(signature, await completed.in(transaction));
    }
  }
  const completions = [...transfers.values()].flat().map(({ by }) => by);
  const sequences = completions.flatMap((by) => ('sequence' in by ? [by.sequence] : []));
  const isNone = sequences.length === 0;
  const payees = isNone ? new Map() : await payouts.toOwnAddress(sequences);
  const registered = isNone ? new Set() : await payouts.registered(sequences);
  const bridgedTo = (one: Incoming): readonly CompletedTransfer[] =>
    'token' in one && one.token.mint === usdc
      ? (transfers.get(one.token.signature) ?? []).filter(({ to }) => to === one.token.account)
      : [];
  return {
    isOwn(one) {
      const { signature } = movementOf(one);
      const user = ownUsers.get(signature);
      if (user === undefined) return isSignedFor(one.user, signers.get(signature) ?? [], listener);
      return user !== null && sameBytes(user, one.user.user);
    },
    paidOutTo(one) {
      const amount = bridgedTo(one)
        .filter(({ by }) => 'sequence' in by && isOf(payees.get(by.sequence), one.user))
        .reduce((sum, transfer) => sum + transfer.amount, 0n);
      return amount < amountOf(one) ? amount : amountOf(one);
    },
    numberOf(one) {
      const [transfer, ...others] = bridgedTo(one);
      if (transfer === undefined || others.length > 0) return null;
      const { by, amount } = transfer;
      const isAll = amount === amountOf(one);
      return isAll && 'sequence' in by && !registered.has(by.sequence) ? by.sequence : null;
    },
  };
}

/**
 * Rows may be older than the chain: then the signatures decide. Nobody else has the key of a deposit address, and the
 * listener alone signs only rent for one.
 */
const isSignedFor = (
  { depositAddress }: WatchedUser,
  signers: readonly Address[],
  listener: Address,
): boolean => signers.includes(depositAddress) || (signers.length === 1 && signers[0] === listener);

const isOf = (user: Uint8Array | undefined, watched: WatchedUser): boolean =>
  user !== undefined && sameBytes(user, watched.user);

/** The relayer completes the withdrawal's transfer, whose recipient need not be its user. */
const isCompletion = (purpose: string): boolean => purpose.startsWith('withdrawal:');

const strayness = (one: Incoming, { usdc }: ExtFindingsParts): SetAside | undefined =>
  'token' in one && one.token.mint === usdc && one.token.amountAfter > Number.MAX_SAFE_INTEGER
    ? 'too_large'
    : undefined;

/**
 * Tokens are taken from an owner's associated account only: anyone may give a deposit address another one, with any
 * conditions on it. What comes there is recorded, and its user recovers it.
 */
const isAssociated = async ({ owner, mint, tokenProgram, account }: TokenMovement) =>
  account === (await associatedTokenAddress(owner, mint, tokenProgram));

function depositOf(one: Incoming, usdc: Address): Omit<NewDeposit, 'sourceAmount'> {
  const { signature, accountIndex, slot } = movementOf(one);
  const place = {
    user: one.user.user,
    txSignature: signatureBytes(signature),
    accountIndex,
    slot,
  };
  if ('native' in one) {
    // USDC may come to the same account in the same transaction.
    const beside = { account: accountIndex, part: 1, creditsBefore: 0 };
    const at = isBesideUsdc(one) ? { accountIndex: movementIndex(beside) } : {};
    return { ...place, ...at, source: 'ext_native', mint: null, sourceToken: 'SOL' };
  }
  const { mint } = one.token;
  const isUsdc = mint === usdc;
  return {
    ...place,
    source: isUsdc ? 'ext_usdc' : 'ext_token',
    mint: bytesOfAddress(mint),
    sourceToken: isUsdc ? 'USDC' : mint,
  };
}
