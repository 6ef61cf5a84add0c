/** How much of a token at a deposit address is free: the balance, less what deposits under way need. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  SYSTEM_PROGRAM,
  addressOf,
  associatedTokenAddress,
  parseMint,
  parseTokenAccount,
} from '@bellwether/chain';
import type { Address, Mint } from '@bellwether/chain';
import { isAtDepositAddress, isSwapped } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import type { Payee } from '@bellwether/funding-runtime';
import type { ListenerParts } from '../../parts';
import { MOVED_MARGIN_MS, SCAN_LOOK_PAUSE_MS, SCAN_PATIENCE_MS } from '../limits';
import { swapPurpose } from '../purposes';

/** A kind of money at a deposit address: tokens of a mint in the associated account, or lamports. */
export type Holding =
  | { readonly kind: 'lamports' }
  | { readonly kind: 'tokens'; readonly mint: Mint; readonly account: Address };

/** Of a recovery. Its recipient is never the default of a withdrawal. */
export const payeeOf = (recipient: Uint8Array, holding: Holding): Payee => ({
  chain: 'ext',
  recipient,
  isDefault: false,
  token:
    holding.kind === 'lamports'
      ? null
      : { mint: holding.mint.address, tokenProgram: holding.mint.tokenProgram },
});

export type FreeBalance =
  | { readonly kind: 'free'; readonly amount: bigint }
  | { readonly kind: 'nothing' }
  /** Something is moving just now: the free amount is known when it has settled. */
  | { readonly kind: 'moving' }
  /** The scan has not passed the balance's slot, so it does not know everything in it. */
  | { readonly kind: 'unknown' };

type Parts = Pick<ListenerParts, 'stores' | 'chains' | 'usdc' | 'addresses' | 'now'>;

/** Lamports have no mint: their address is 32 zeros. `null`: there is no such mint. */
export async function holdingOf(
  { chains }: Pick<Parts, 'chains'>,
  depositAddress: Address,
  mintBytes: Uint8Array,
): Promise<Holding | null> {
  const at = addressOf(mintBytes);
  if (at === SYSTEM_PROGRAM) return { kind: 'lamports' };
  const found = await chains.ext.readAccount(at);
  const mint = found === null ? undefined : parseMint(found);
  if (mint === undefined) return null;
  const account = await associatedTokenAddress(depositAddress, mint.address, mint.tokenProgram);
  return { kind: 'tokens', mint, account };
}

/**
 * The balance is of a finalized slot that the scan has passed, so it contains no unseen deposit. And nothing may have
 * left the address lately: it would still be in the balance, but no longer among what is under way.
 */
export async function freeBalance(
  parts: Parts,
  user: Uint8Array,
  depositAddress: Address,
  holding: Holding,
): Promise<FreeBalance> {
  const { stores, usdc, now } = parts;
  const startMs = now();
  const read = await balanceOf(parts, depositAddress, holding);
  if (!(await hasScanPassed(parts, read.slot))) return { kind: 'unknown' };
  const deposits = await stores.deposits.underWayAtAddress(user);
  const isMoving =
    (await stores.deposits.movedAtAddress(user, startMs - MOVED_MARGIN_MS)) ||
    (await isAnyBeingSwapped(parts, deposits));
  if (isMoving) return { kind: 'moving' };
  const needed = deposits
    .filter(isAtDepositAddress)
    .reduce((sum, deposit) => sum + needOf(deposit, holding, usdc.ext), 0n);
  const amount = read.balance - needed;
  if (amount > 0n) return { kind: 'free', amount };
  const mayBeFreed = deposits.some(({ step }) => step !== 'waiting');
  return { kind: mayBeFreed ? 'moving' : 'nothing' };
}

/** What a deposit under way needs of that holding. */
function needOf(deposit: Deposit, holding: Holding, usdcExt: Address): bigint {
  const { source, mint, sourceAmount, amountMicroUsdc } = deposit;
  if (isSwapped(deposit) || source === 'ext_usdc') {
    const isThis = holding.kind === 'tokens' && holding.mint.address === usdcExt;
    return isThis ? BigInt(amountMicroUsdc) : 0n;
  }
  if (mint === null) return holding.kind === 'lamports' ? sourceAmount : 0n;
  return holding.kind === 'tokens' && addressOf(mint) === holding.mint.address ? sourceAmount : 0n;
}

async function balanceOf(
  { chains }: Parts,
  depositAddress: Address,
  holding: Holding,
): Promise<{ readonly balance: bigint; readonly slot: number }> {
  const at = holding.kind === 'lamports' ? depositAddress : holding.account;
  const { accounts, slot } = await chains.ext.readAccounts([at]);
  const account = accounts[0] ?? null;
  if (account === null) return { balance: 0n, slot };
  const balance =
    holding.kind === 'lamports' ? account.lamports : (parseTokenAccount(account)?.amount ?? 0n);
  return { balance, slot };
}

async function hasScanPassed({ stores }: Parts, slot: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < SCAN_PATIENCE_MS; waitedMs += SCAN_LOOK_PAUSE_MS) {
    const cursor = await stores.cursors.cursor('ext');
    if (cursor !== null && cursor.slot >= slot) return true;
    await sleep(SCAN_LOOK_PAUSE_MS);
  }
  return false;
}

/** A stored swap may have taken its tokens already, and brought its USDC. */
async function isAnyBeingSwapped(
  { stores }: Parts,
  deposits: readonly Deposit[],
): Promise<boolean> {
  for (const deposit of deposits) {
    if (deposit.step !== 'swapping') continue;
    const row = await stores.transactions.byPurpose(swapPurpose(deposit));
    if (row?.state === 'kept' || row?.state === 'final') return true;
  }
  return false;
}
