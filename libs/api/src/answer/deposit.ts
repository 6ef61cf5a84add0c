/** Deposit records (docs/protocol/http.md, section 5), and what is known before the first one. */
import { toBase58, toHex } from '@bellwether/codec';
import { DEPOSIT_PHASES, FAILURE_STAGES, TIERS, explainDeposit } from '@bellwether/funding';
import type { Deposit, Explanation, FundingChain, HistoryEntry } from '@bellwether/funding';
import { z } from 'zod';
import type { ChainNames } from '../chain-names';
import { EXAMPLE } from '../examples';
import {
  address,
  bigAmount,
  count,
  flag,
  hex32,
  micro,
  named,
  oneOf,
  time,
  transaction,
  user,
  words,
  orNull,
} from './fields';
import type { Answer } from './fields';
import { DEPOSIT_GAS, presentCharged, recordedGasFields } from './gas';
import type { ChargedGas } from './gas';
import { presentUser, unixSecondsOf, unixSecondsOrNull } from './units';

export const chainField = (what: string) => words(`${what}: its public name`, 'ext');

const historyEntry = named(
  'HistoryEntry',
  z.strictObject({
    state: words('What it became', 'detected'),
    time: time('When'),
    reason: orNull(words('Why, where there is a reason', 'daily_cap')),
    tx_signature: transaction('The transaction that did it').nullable(),
  }),
  "One line of a record's history.",
);
const explanationAnswer = named(
  'Explanation',
  z.strictObject({
    what_happened: words('What happened', 'The deposit is in your balance.'),
    what_comes_next: words('What comes next', 'Nothing: this is its end.'),
    when: words('When that is', 'No time is set.'),
    funds_held_by: words('Who has the money meanwhile', 'the vault'),
    how_to_recover: words('What you can do to get it; empty where nothing need be done', ''),
  }),
  'The record in words, for the person who waits.',
);
export const historyField = z
  .array(historyEntry)
  .min(1)
  .meta({ description: 'What it has been, oldest first' });
export const explanationField = explanationAnswer.describe('The same in words');

const depositFields = {
  deposit_id: hex32('The deposit', EXAMPLE.depositId),
  chain: chainField('Where it came in'),
  tx_signature: transaction('The transfer that was seen'),
  amount_micro_usdc: micro('What it is worth', 25_000_000),
  source_token: words('The token that was sent', 'USDC'),
  source_amount: bigAmount('How much of it, in its base units, as text', '25000000'),
  phase: oneOf(DEPOSIT_PHASES, 'How far it is', 'credited'),
  reason: orNull(words('Why it is queued, rejected or failed; null otherwise', 'daily_cap')),
  retry_at: orNull(time('When it is judged again, while it is queued; null otherwise')),
  stage: orNull(oneOf(FAILURE_STAGES, 'Where it failed; null where it did not', 'swap')),
  retryable: orNull(flag('Whether it is tried again, where it failed; null otherwise', true)),
  attempt: count('How often the present stage was tried', 1),
  next_retry_at: orNull(time('When it is tried again, where it failed; null otherwise')),
  credited_micro_usdc: micro('What has come into the balance', 25_000_000),
  tx_swap: orNull(transaction('The exchange for USDC; null where there was none')),
  tx_bridge: transaction('The transfer over the bridge; null where there was none').nullable(),
  tx_main: transaction("The vault's credit; null before").nullable(),
  timestamp: time('When it was seen'),
  updated_at: time('When it changed last'),
  history: historyField,
  explanation: explanationField,
};
const movedAnswer = z.strictObject(depositFields);

export const depositAnswer = named(
  'Deposit',
  z.strictObject({
    ...depositFields,
    ...recordedGasFields(DEPOSIT_GAS),
    credited_after_gas_micro_usdc: micro(
      'What of that is left when the gas is paid; 0 before it is credited',
      23_184_247,
    ),
  }),
  'A deposit, from the block it was seen in to its end.',
);
export type DepositAnswer = Answer<typeof depositAnswer>;

export const queuedDepositAnswer = named(
  'QueuedDeposit',
  z.strictObject({
    user: user('Whose it is'),
    tier: z
      .literal(TIERS)
      .meta({ description: "The user's tier when it was judged; null before", example: 0 })
      .nullable(),
    released: flag('Whether an operator let it pass the daily cap', false),
    ...depositFields,
  }),
  'A deposit as operators see it.',
);

export const scanAnswer = named(
  'ChainScan',
  z.strictObject({
    slot: count('The last block that was read; null: none', 4_410).nullable(),
    updated_at: time('When it was read; null: never').nullable(),
    lag_seconds: count('For how long no further block has been read; null: never', 0).nullable(),
  }),
  'How far a chain has been read: a transfer in a later block cannot be seen yet.',
);

export const depositStatusAnswer = named(
  'DepositStatus',
  z.strictObject({
    deposits: z.array(depositAnswer).max(10).meta({ description: 'The last ten, newest first' }),
    watched: flag('Whether the addresses of this user are watched', true),
    watched_since: time('Since when; null: they are not').nullable(),
    deposit_address: address(
      'On the chain to deposit from; null: not watched',
      EXAMPLE.depositAddress,
    ).nullable(),
    proxy_wallet: address('On the main chain; null: not watched', EXAMPLE.proxyWallet).nullable(),
    scans: z
      .strictObject({
        ext: scanAnswer.describe('The chain that users deposit from'),
        main: scanAnswer.describe('The chain where the vault is'),
      })
      .meta({ description: 'How far each chain has been read' }),
    hint: words('What to look at where nothing is seen; may be empty', ''),
  }),
  "What became of a user's deposits, and whether any could be seen.",
);
export type DepositStatusAnswer = Answer<typeof depositStatusAnswer>;

/**
 * Amounts are micro-USDC where the name says so. `source_amount` is in base units of `source_token`, as text: a u64
 * exceeds JSON's safe integers.
 */
export function presentDeposit(
  deposit: Deposit,
  charges: readonly ChargedGas[],
  names: ChainNames,
): DepositAnswer {
  const gas = presentCharged(charges);
  const left = deposit.creditedMicroUsdc - gas.gas_micro_usdc;
  return {
    ...presentMoved(deposit, names),
    ...gas,
    credited_after_gas_micro_usdc: Math.max(0, left),
  };
}

function presentMoved(deposit: Deposit, names: ChainNames): Answer<typeof movedAnswer> {
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

/** For operators: also the user and the reservation of the daily cap. */
export const presentQueuedDeposit = (
  deposit: Deposit,
  names: ChainNames,
): Answer<typeof queuedDepositAnswer> => ({
  user: presentUser(deposit.user),
  tier: deposit.tier,
  released: deposit.released,
  ...presentMoved(deposit, names),
});

export const base58OrNull = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : toBase58(bytes);

export const presentHistoryEntry = (entry: HistoryEntry): Answer<typeof historyEntry> => ({
  state: entry.state,
  time: unixSecondsOf(entry.atMs),
  reason: entry.reason,
  tx_signature: entry.txSignature,
});

export const presentExplanation = (explanation: Explanation): Answer<typeof explanationAnswer> => ({
  what_happened: explanation.whatHappened,
  what_comes_next: explanation.whatComesNext,
  when: explanation.when,
  funds_held_by: explanation.fundsHeldBy,
  how_to_recover: explanation.howToRecover,
});

/** How far the listener has read a chain. It advances with every finalized block, even an empty one. */
export interface ScanProgress {
  readonly chain: FundingChain;
  readonly slot: number;
  readonly updatedMs: number;
}

/** Nulls for a chain that was never read. */
export function presentScan(
  chain: FundingChain,
  scans: readonly ScanProgress[],
  nowMs: number,
): Answer<typeof scanAnswer> {
  const scan = scans.find((one) => one.chain === chain);
  if (scan === undefined) return { slot: null, updated_at: null, lag_seconds: null };
  return {
    slot: scan.slot,
    updated_at: unixSecondsOf(scan.updatedMs),
    lag_seconds: Math.max(0, Math.floor((nowMs - scan.updatedMs) / 1_000)),
  };
}

/** The addresses watched for a user; null: not watched yet. */
export interface Watch {
  readonly depositAddress: Uint8Array;
  readonly proxyWallet: Uint8Array;
  readonly createdMs: number;
}

/**
 * `GET /v1/deposit/status/{user}`: the last ten deposits, newest first. It also says whether the addresses are
 * watched and how far each chain has been read.
 */
export function presentDepositStatus(
  status: {
    readonly deposits: readonly Deposit[];
    /** By the deposit id in hex. */
    readonly charges: ReadonlyMap<string, readonly ChargedGas[]>;
    readonly watch: Watch | null;
    readonly scans: readonly ScanProgress[];
    readonly nowMs: number;
  },
  names: ChainNames,
): DepositStatusAnswer {
  const { deposits, charges, watch, scans, nowMs } = status;
  return {
    deposits: deposits.map((deposit) =>
      presentDeposit(deposit, charges.get(toHex(deposit.depositId)) ?? [], names),
    ),
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
