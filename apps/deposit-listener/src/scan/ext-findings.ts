/** What a block of ext brought to deposit addresses: every kind of token, and lamports. */
import {
  associatedTokenAddress,
  bytesOfAddress,
  nativeMovementsOf,
  signatureBytes,
  tokenMovementsOf,
} from '@bellwether/chain';
import type { Address, Block, NativeMovement, TokenMovement } from '@bellwether/chain';
import type { NewDeposit } from '@bellwether/funding';
import { payoutBySequence, payoutBySignature } from '@bellwether/persistence';
import type { ChainTransactionStore, PayoutStore, ScanFindings } from '@bellwether/persistence';
import type { WatchedUser, WatchedUsers } from '../watch/watched-set';
import type { CompletedTransfers } from './completed-transfers';
import type { SetAside } from './scan-metrics';

export interface ExtFindingsParts {
  readonly usdc: Address;
  /** Of the block. */
  readonly watched: Pick<WatchedUsers, 'ofDepositAddress'>;
  readonly transactions: Pick<ChainTransactionStore, 'bySignatures'>;
  readonly payouts: Pick<PayoutStore, 'among'>;
  readonly completed: Pick<CompletedTransfers, 'in'>;
  /** Called for each movement that is no deposit. */
  readonly setAside: (why: SetAside, movement: object) => void;
}

type Incoming =
  | { readonly user: WatchedUser; readonly token: TokenMovement }
  | { readonly user: WatchedUser; readonly native: NativeMovement };

export async function findExt(block: Block, parts: ExtFindingsParts): Promise<ScanFindings> {
  const incoming = incomingOf(block, parts.watched);
  if (incoming.length === 0) return {};
  const known = await knownOf(block, incoming, parts);
  const deposits: NewDeposit[] = [];
  for (const one of incoming) {
    const movement = movementOf(one);
    const why = known.get(movement.signature) ?? (await strayness(one, parts));
    if (why === undefined) deposits.push(depositOf(one, parts.usdc));
    else parts.setAside(why, { signature: movement.signature, account: movement.account });
  }
  return { deposits };
}

const movementOf = (one: Incoming): TokenMovement | NativeMovement =>
  'token' in one ? one.token : one.native;

function incomingOf(block: Block, watched: ExtFindingsParts['watched']): Incoming[] {
  const tokens = tokenMovementsOf(block).flatMap((token): Incoming[] => {
    const user = watched.ofDepositAddress(token.owner);
    return user !== undefined && token.amountAfter > token.amountBefore ? [{ user, token }] : [];
  });
  const natives = nativeMovementsOf(block).flatMap((native): Incoming[] => {
    const user = watched.ofDepositAddress(native.account);
    const isMore = native.lamportsAfter > native.lamportsBefore;
    return user !== undefined && isMore ? [{ user, native }] : [];
  });
  return [...tokens, ...natives].sort(
    (one, other) => movementOf(one).transactionIndex - movementOf(other).transactionIndex,
  );
}

/**
 * By signature: transactions that bring no deposits, which are the exchange's own and payouts of withdrawals, whoever
 * completed them.
 */
async function knownOf(
  block: Block,
  incoming: readonly Incoming[],
  { transactions, payouts, completed }: ExtFindingsParts,
): Promise<ReadonlyMap<string, SetAside>> {
  const signatures = [...new Set(incoming.map((one) => movementOf(one).signature))];
  const bytesBySignature = new Map(signatures.map((one) => [one, signatureBytes(one)]));
  const own = await transactions.bySignatures([...bytesBySignature.values()]);
  const ownKeys = new Set(own.map(({ signature }) => payoutBySignature(signature)));
  const known = new Map<string, SetAside>();
  const keysOf = new Map<string, readonly string[]>();
  for (const [signature, bytes] of bytesBySignature) {
    const key = payoutBySignature(bytes);
    if (ownKeys.has(key)) {
      known.set(signature, 'own');
      continue;
    }
    const transaction = block.transactions.find((one) => one.signature === signature);
    const transfers = transaction === undefined ? [] : await completed.in(transaction);
    const sequences = transfers.map(({ sequence }) => payoutBySequence(sequence));
    keysOf.set(signature, [key, ...sequences]);
  }
  const paid = await payouts.among([...keysOf.values()].flat());
  for (const [signature, keys] of keysOf) {
    if (keys.some((key) => paid.has(key))) known.set(signature, 'payout');
  }
  return known;
}

/**
 * Tokens count only at an owner's associated account, because they are taken from there. Anyone may give a deposit
 * address another account, with any conditions on it.
 */
async function strayness(one: Incoming, { usdc }: ExtFindingsParts): Promise<SetAside | undefined> {
  if (!('token' in one)) return undefined;
  const { owner, mint, tokenProgram, account, amountAfter } = one.token;
  if (account !== (await associatedTokenAddress(owner, mint, tokenProgram))) return 'other_account';
  return mint === usdc && amountAfter > Number.MAX_SAFE_INTEGER ? 'too_large' : undefined;
}

function depositOf(one: Incoming, usdc: Address): NewDeposit {
  const { signature, accountIndex, slot } = movementOf(one);
  const place = {
    user: one.user.user,
    txSignature: signatureBytes(signature),
    accountIndex,
    slot,
  };
  if ('native' in one) {
    const sourceAmount = one.native.lamportsAfter - one.native.lamportsBefore;
    return { ...place, source: 'ext_native', mint: null, sourceToken: 'SOL', sourceAmount };
  }
  const { mint, amountAfter, amountBefore } = one.token;
  const isUsdc = mint === usdc;
  return {
    ...place,
    source: isUsdc ? 'ext_usdc' : 'ext_token',
    mint: bytesOfAddress(mint),
    sourceToken: isUsdc ? 'USDC' : mint,
    sourceAmount: amountAfter - amountBefore,
  };
}
