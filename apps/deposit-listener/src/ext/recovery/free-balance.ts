/** How much of a token at a deposit address is free: the balance, less what deposits under way need. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  addressOf,
  associatedTokenAddress,
  parseMint,
  parseTokenAccount,
} from '@bellwether/chain';
import type { Address, Mint } from '@bellwether/chain';
import { ACCOUNT_BYTES, isAtDepositAddress, isSwapped } from '@bellwether/funding';
import type { Deposit, FundingChain } from '@bellwether/funding';
import type { Payee } from '@bellwether/funding-runtime';
import type { ListenerParts } from '../../parts';
import {
  MAX_OTHER_ACCOUNTS,
  MOVED_MARGIN_MS,
  SCAN_LOOK_PAUSE_MS,
  SCAN_TIMEOUT_MS,
} from '../limits';
import { swapPurpose } from '../purposes';

/**
 * A kind of money at a deposit address: lamports, wrapped ones, which leave as lamports, or tokens of a mint. `accounts`:
 * the associated account, which deposits come to, then others that somebody gave to the address. Lamports that came to
 * its USDC account leave while that account is empty: it is closed, and made again when it is needed.
 */
export type Holding =
  | { readonly kind: 'lamports'; readonly usdcAccount: Address }
  | { readonly kind: 'wrapped'; readonly accounts: readonly Address[] }
  | {
      readonly kind: 'tokens';
      /** `main`: USDC that came to the address there. */
      readonly chain: FundingChain;
      readonly mint: Mint;
      readonly accounts: readonly Address[];
    };

export const chainOf = (holding: Holding): FundingChain =>
  holding.kind === 'tokens' ? holding.chain : 'ext';

/** The part of an account's balance that can leave, in base units. */
export interface Held {
  readonly account: Address;
  readonly amount: bigint;
}

/** Of a recovery. Its recipient is never the default of a withdrawal. */
export const payeeOf = (
  { recipient, allowProgramAddress }: Pick<Payee, 'recipient' | 'allowProgramAddress'>,
  holding: Holding,
): Payee => ({
  chain: chainOf(holding),
  recipient,
  isDefault: false,
  allowProgramAddress,
  token:
    holding.kind === 'tokens'
      ? { mint: holding.mint.address, tokenProgram: holding.mint.tokenProgram }
      : null,
});

export type FreeBalance =
  | { readonly kind: 'free'; readonly amount: bigint; readonly from: readonly Held[] }
  | { readonly kind: 'nothing' }
  /** Something is moving just now: the free amount is known when it has settled. */
  | { readonly kind: 'moving' }
  /** The scan has not passed the balance's slot, so it does not know everything in it. */
  | { readonly kind: 'unknown' };

type Parts = Pick<ListenerParts, 'stores' | 'chains' | 'usdc' | 'addresses' | 'now'>;

/** Lamports have no mint: their address is 32 zeros. `null`: there is no such mint. */
export async function holdingOf(
  { chains, usdc }: Pick<Parts, 'chains' | 'usdc'>,
  depositAddress: Address,
  mintBytes: Uint8Array,
): Promise<Holding | null> {
  const at = addressOf(mintBytes);
  if (at === SYSTEM_PROGRAM) {
    return {
      kind: 'lamports',
      usdcAccount: await associatedTokenAddress(depositAddress, usdc.ext),
    };
  }
  const chain = at === usdc.main ? 'main' : 'ext';
  const found = await chains[chain].readAccount(at);
  const mint = found === null ? undefined : parseMint(found);
  if (mint === undefined) return null;
  const own = await associatedTokenAddress(depositAddress, mint.address, mint.tokenProgram);
  const all = await chains[chain].tokenAccountsOf(depositAddress, mint.address);
  const others = all.filter((account) => account !== own).slice(0, MAX_OTHER_ACCOUNTS);
  const accounts = [own, ...others];
  return mint.address === NATIVE_MINT
    ? { kind: 'wrapped', accounts }
    : { kind: 'tokens', chain, mint, accounts };
}

/**
 * The balance is of a finalized slot that the scan has passed, so it contains no unseen deposit. And nothing may have
 * left the address lately: the balance would still contain it, while it is no longer under way.
 */
export async function freeBalance(
  parts: Parts,
  user: Uint8Array,
  depositAddress: Address,
  holding: Holding,
): Promise<FreeBalance> {
  const { stores, usdc, now } = parts;
  const startMs = now();
  const { held, slot } = await heldNow(parts, depositAddress, holding);
  if (!(await hasScanPassed(parts, chainOf(holding), slot))) return { kind: 'unknown' };
  const deposits = await stores.deposits.underWayAtAddress(user);
  const isMoving =
    (await stores.deposits.movedAtAddress(user, startMs - MOVED_MARGIN_MS)) ||
    (await isAnyBeingSwapped(parts, deposits));
  if (isMoving) return { kind: 'moving' };
  const needed = deposits
    .filter(isAtDepositAddress)
    .reduce((sum, deposit) => sum + needOf(deposit, holding, usdc.ext), 0n);
  // An account that is closed may not be one that a deposit needs.
  const isUsed = holding.kind === 'lamports' && deposits.some(isAtDepositAddress);
  const kept = isUsed ? held.slice(0, 1) : held;
  // Deposits come to the first account. One of wrapped lamports is closed, so nobody else may need it.
  const from = kept.map((one, at) => (at === 0 ? { ...one, amount: one.amount - needed } : one));
  const amount = sumOf(from);
  const canLeave = from[0]!.amount >= 0n && (holding.kind !== 'wrapped' || needed === 0n);
  if (canLeave && amount > 0n) return { kind: 'free', amount, from };
  const mayBeFreed = deposits.some(({ step }) => step !== 'waiting');
  return { kind: mayBeFreed ? 'moving' : 'nothing' };
}

/** The part of that holding that a deposit under way needs. */
function needOf(deposit: Deposit, holding: Holding, usdcExt: Address): bigint {
  const { source, mint, sourceAmount, amountMicroUsdc } = deposit;
  if (isSwapped(deposit) || source === 'ext_usdc') {
    const isThis = mintOf(holding) === usdcExt;
    return isThis ? BigInt(amountMicroUsdc) : 0n;
  }
  if (mint === null) return holding.kind === 'lamports' ? sourceAmount : 0n;
  return addressOf(mint) === mintOf(holding) ? sourceAmount : 0n;
}

const mintOf = (holding: Holding): Address | null => {
  if (holding.kind === 'lamports') return null;
  return holding.kind === 'wrapped' ? NATIVE_MINT : holding.mint.address;
};

export const sumOf = (held: readonly Held[]): bigint =>
  held.reduce((sum, { amount }) => sum + amount, 0n);

/** As all nodes show it now. */
export async function heldNow(
  { chains }: Pick<Parts, 'chains'>,
  depositAddress: Address,
  holding: Holding,
): Promise<{ readonly held: readonly Held[]; readonly slot: number }> {
  if (holding.kind === 'lamports') return lamportsNow(chains.ext, depositAddress, holding);
  const at = holding.accounts;
  const { accounts, slot } = await chains[chainOf(holding)].readAccounts(at);
  const held = at.map((account, place) => {
    const found = accounts[place] ?? null;
    const token = found === null ? undefined : parseTokenAccount(found);
    const isOwn =
      token?.owner === depositAddress && token.mint === mintOf(holding) && !token.isFrozen;
    // Its rent comes along when an account of wrapped lamports is closed.
    const amount = holding.kind === 'wrapped' ? (found?.lamports ?? 0n) : (token?.amount ?? 0n);
    return { account, amount: isOwn ? amount : 0n };
  });
  return { held, slot };
}

/** At the address, and in its empty USDC account beside its rent. */
async function lamportsNow(
  ext: Parts['chains']['ext'],
  depositAddress: Address,
  { usdcAccount }: Extract<Holding, { kind: 'lamports' }>,
): Promise<{ readonly held: readonly Held[]; readonly slot: number }> {
  const { accounts, slot } = await ext.readAccounts([depositAddress, usdcAccount]);
  const [address, account] = accounts;
  const token = account ? parseTokenAccount(account) : undefined;
  const isEmpty = token?.owner === depositAddress && token.amount === 0n && !token.isFrozen;
  const rent = isEmpty ? await ext.minimumLamports(ACCOUNT_BYTES.token) : 0n;
  const beside = isEmpty && account ? account.lamports - rent : 0n;
  const held = [
    { account: depositAddress, amount: address?.lamports ?? 0n },
    { account: usdcAccount, amount: beside > 0n ? beside : 0n },
  ];
  return { held, slot };
}

async function hasScanPassed(
  { stores }: Parts,
  chain: FundingChain,
  slot: number,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < SCAN_TIMEOUT_MS; waitedMs += SCAN_LOOK_PAUSE_MS) {
    const cursor = await stores.cursors.cursor(chain);
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
