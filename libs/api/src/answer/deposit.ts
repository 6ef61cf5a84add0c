/** Deposit records (docs/protocol/http.md, section 5), and what is known before the first one. */
import { toHex } from '@bellwether/codec';
import { DEPOSIT_PHASES, FAILURE_STAGES, TIERS, explainDeposit } from '@bellwether/funding';
import type { Deposit, FundingChain } from '@bellwether/funding';
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
  transactionText,
  user,
  words,
  orNull,
} from './fields';
import { DEPOSIT_GAS, gasSum, itemsOfCharges, recordedItems, sumOfCharges } from './gas';
import type { ChargedGas } from './gas';
import { from } from './inside';
import type { Inside } from './inside';

/** The public name of a chain, which the configuration gives it. */
export const chainField = (what: string) =>
  from('chainName', words(`${what}: its public name`, 'ext'));
export const withChainName = <Of extends { readonly chain: FundingChain }>(
  of: Of,
  names: ChainNames,
) => Object.assign({}, of, { chainName: names.nameOf(of.chain) });

const historyEntry = named(
  'HistoryEntry',
  z.strictObject({
    state: words('What it became', 'detected'),
    time: from('atMs', time('When')),
    reason: orNull(words('Why, where there is a reason', 'daily_cap')),
    tx_signature: transactionText('The transaction that did it').nullable(),
  }),
  "One line of a record's history.",
);

export const explanationAnswer = named(
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

const depositFields = {
  deposit_id: hex32('The deposit', EXAMPLE.depositId),
  chain: chainField('Where it came in'),
  tx_signature: transaction('The transfer that was seen'),
  amount_micro_usdc: micro('What it is worth', 25_000_000),
  source_token: words('The token that was sent', 'USDC'),
  source_amount: bigAmount('How much of it, in its base units, as text', '25000000'),
  phase: oneOf(DEPOSIT_PHASES, 'How far it is', 'credited'),
  reason: orNull(words('Why it is queued, rejected or failed; null otherwise', 'daily_cap')),
  retry_at: from(
    ({ phase, retryAtMs }: Deposit) => (phase === 'queued' ? retryAtMs : null),
    orNull(time('When it is judged again, while it is queued; null otherwise')),
  ),
  stage: orNull(oneOf(FAILURE_STAGES, 'Where it failed; null where it did not', 'swap')),
  retryable: from(
    ({ phase, retryable }: Deposit) => (phase === 'failed' ? retryable : null),
    orNull(flag('Whether it is tried again, where it failed; null otherwise', true)),
  ),
  attempt: count('How often the present stage was tried', 1),
  next_retry_at: from(
    ({ phase, retryAtMs }: Deposit) => (phase === 'failed' ? retryAtMs : null),
    orNull(time('When it is tried again, where it failed; null otherwise')),
  ),
  credited_micro_usdc: micro('What has come into the balance', 25_000_000),
  tx_swap: from(
    'swapSignature',
    orNull(transaction('The exchange for USDC; null where there was none')),
  ),
  tx_bridge: from(
    'bridgeSignature',
    transaction('The transfer over the bridge; null where there was none').nullable(),
  ),
  tx_main: from('mainSignature', transaction("The vault's credit; null before").nullable()),
  timestamp: from('detectedMs', time('When it was seen')),
  updated_at: time('When it changed last'),
  history: historyField,
  explanation: from(explainDeposit, explanationAnswer.describe('The same in words')),
};

interface Charged {
  readonly creditedMicroUsdc: number;
  readonly charges: readonly ChargedGas[];
}

export const depositAnswer = named(
  'Deposit',
  z.strictObject({
    ...depositFields,
    gas_micro_usdc: from(
      ({ charges }: Charged) => sumOfCharges(charges),
      gasSum('cost', DEPOSIT_GAS.sum),
    ),
    gas_items: from(({ charges }: Charged) => itemsOfCharges(charges), recordedItems(DEPOSIT_GAS)),
    credited_after_gas_micro_usdc: from(
      ({ charges, creditedMicroUsdc }: Charged) =>
        Math.max(0, creditedMicroUsdc - sumOfCharges(charges)),
      micro('What of that is left when the gas is paid; 0 before it is credited', 23_184_247),
    ),
  }),
  'A deposit, from the block it was seen in to its end.',
);

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

/** How far the listener has read a chain. It advances with every finalized block, even an empty one. */
export interface ScanProgress {
  readonly chain: FundingChain;
  readonly slot: number;
  readonly updatedMs: number;
}

/** Nulls for a chain that was never read. */
export function scanOf(
  chain: FundingChain,
  scans: readonly ScanProgress[],
  nowMs: number,
): Inside<typeof scanAnswer> {
  const scan = scans.find((one) => one.chain === chain);
  if (scan === undefined) return { slot: null, updatedMs: null, lagSeconds: null };
  const { slot, updatedMs } = scan;
  return { slot, updatedMs, lagSeconds: Math.max(0, Math.floor((nowMs - updatedMs) / 1_000)) };
}

/** Deposits with their gas. `charges` are by the deposit's id in hex. */
export const withGas = (
  deposits: readonly Deposit[],
  charges: ReadonlyMap<string, readonly ChargedGas[]>,
  names: ChainNames,
) =>
  deposits.map((deposit) => ({
    ...withChainName(deposit, names),
    charges: charges.get(toHex(deposit.depositId)) ?? [],
  }));

/** The addresses watched for a user; null: not watched yet. */
export interface Watch {
  readonly depositAddress: Uint8Array;
  readonly proxyWallet: Uint8Array;
  readonly createdMs: number;
}

/** What a user's deposits have come to, and where to look if none is seen. */
export function depositStatusOf(
  status: {
    readonly deposits: readonly Deposit[];
    readonly charges: ReadonlyMap<string, readonly ChargedGas[]>;
    readonly watch: Watch | null;
    readonly scans: readonly ScanProgress[];
    readonly nowMs: number;
  },
  names: ChainNames,
): Inside<typeof depositStatusAnswer> {
  const { deposits, charges, watch, scans, nowMs } = status;
  return {
    deposits: withGas(deposits, charges, names),
    watched: watch !== null,
    watchedSinceMs: watch?.createdMs ?? null,
    depositAddress: watch?.depositAddress ?? null,
    proxyWallet: watch?.proxyWallet ?? null,
    scans: { ext: scanOf('ext', scans, nowMs), main: scanOf('main', scans, nowMs) },
    hint: watch === null ? NOT_WATCHED : deposits.length === 0 ? NOTHING_SEEN : '',
  };
}

const NOT_WATCHED = 'Nothing is watched yet: GET /v1/deposit/bridge-address/{user} starts it.';
const NOTHING_SEEN =
  'Nothing was seen yet. A transfer shows here once its block is final and `scans` has read past it; ' +
  'check that it went to `deposit_address`, or to the token account of `proxy_wallet`.';
