/** Deposit records (interface, decisions 9), and what is said while there is none. */
import { toBase58, toHex } from '@bellwether/codec';
import { explainDeposit } from '@bellwether/funding';
import type { Deposit, Explanation, FundingChain, HistoryEntry } from '@bellwether/funding';
import type { ChainNames } from '../chain-names';
import { presentUser, unixSecondsOf, unixSecondsOrNull } from './units';

/** Micro-USDC where the name says so; `source_amount` in base units of `source_token`, as text: a u64 passes JSON. */
export function presentDeposit(deposit: Deposit, names: ChainNames) {
  const { phase } = deposit;
  const retryAt = unixSecondsOrNull(deposit.retryAtMs);
  return {
    deposit_id: toHex(deposit.depositId),
    chain: names.nameOf(deposit.chain),
    tx_signature: toBase58(deposit.txSignature),
    amount_micro_usdc: deposit.amountMicroUsdc,
    source_token: deposit.sourceToken,
    source_amount: deposit.sourceAmount.toString(),
    phase,
    reason: deposit.reason,
    retry_at: phase === 'queued' ? retryAt : null,
    stage: deposit.stage,
    retryable: phase === 'failed' ? deposit.retryable : null,
    attempt: deposit.attempt,
    next_retry_at: phase === 'failed' ? retryAt : null,
    credited_micro_usdc: deposit.creditedMicroUsdc,
    tx_swap: base58OrNull(deposit.swapSignature),
    tx_bridge: base58OrNull(deposit.bridgeSignature),
    tx_main: base58OrNull(deposit.mainSignature),
    timestamp: unixSecondsOf(deposit.detectedMs),
    updated_at: unixSecondsOf(deposit.updatedMs),
    history: deposit.history.map(presentHistoryEntry),
    explanation: presentExplanation(explainDeposit(deposit)),
  };
}

/** For operators: with whose it is, and what it holds of the daily cap. */
export const presentQueuedDeposit = (deposit: Deposit, names: ChainNames) => ({
  user: presentUser(deposit.user),
  tier: deposit.tier,
  released: deposit.released,
  ...presentDeposit(deposit, names),
});

export const base58OrNull = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : toBase58(bytes);

export const presentHistoryEntry = (entry: HistoryEntry) => ({
  state: entry.state,
  time: unixSecondsOf(entry.atMs),
  reason: entry.reason,
  tx_signature: entry.txSignature,
});

export const presentExplanation = (explanation: Explanation) => ({
  what_happened: explanation.whatHappened,
  what_comes_next: explanation.whatComesNext,
  when: explanation.when,
  funds_held_by: explanation.fundsHeldBy,
  how_to_recover: explanation.howToRecover,
});

/** How far the listener has read a chain; it moves with every finalized block, whatever is in it. */
export interface ScanProgress {
  readonly chain: FundingChain;
  readonly slot: number;
  readonly updatedMs: number;
}

/** A chain that was never read has nulls. */
export function presentScan(chain: FundingChain, scans: readonly ScanProgress[], nowMs: number) {
  const scan = scans.find((one) => one.chain === chain);
  if (scan === undefined) return { slot: null, updated_at: null, lag_seconds: null };
  return {
    slot: scan.slot,
    updated_at: unixSecondsOf(scan.updatedMs),
    lag_seconds: Math.max(0, Math.floor((nowMs - scan.updatedMs) / 1_000)),
  };
}

/** Where a user's deposits are looked for; null: not yet. */
export interface Watch {
  readonly depositAddress: Uint8Array;
  readonly proxyWallet: Uint8Array;
  readonly createdMs: number;
}

/**
 * `GET /v1/deposit/status/{user}`: the last ten, newest first; with what is known before one is seen: whether the
 * addresses are watched, and how far each chain has been read.
 */
export function presentDepositStatus(
  status: {
    readonly deposits: readonly Deposit[];
    readonly watch: Watch | null;
    readonly scans: readonly ScanProgress[];
    readonly nowMs: number;
  },
  names: ChainNames,
) {
  const { deposits, watch, scans, nowMs } = status;
  return {
    deposits: deposits.map((deposit) => presentDeposit(deposit, names)),
    watched: watch !== null,
    watched_since: watch === null ? null : unixSecondsOf(watch.createdMs),
    deposit_address: base58OrNull(watch?.depositAddress ?? null),
    proxy_wallet: base58OrNull(watch?.proxyWallet ?? null),
    scans: {
      ext: presentScan('ext', scans, nowMs),
      main: presentScan('main', scans, nowMs),
    },
    hint: watch === null ? NOT_WATCHED : deposits.length === 0 ? NOTHING_SEEN : '',
  };
}

const NOT_WATCHED = 'Nothing is watched yet: GET /v1/deposit/bridge-address/{user} starts it.';
const NOTHING_SEEN =
  'Nothing was seen yet. A transfer shows here once its block is final and `scans` has read past it; ' +
  'check that it went to `deposit_address`, or to the token account of `proxy_wallet`.';
