/** `data` of the funding endpoints that are not about one record: faucet, recoveries and operator settings. */
import { toBase58, toHex } from '@bellwether/codec';
import { FUNDING_CHAINS, TIERS } from '@bellwether/funding';
import type { Deposit, FundingChain, Tier } from '@bellwether/funding';
import { z } from 'zod';
import type { ChainNames } from '../chain-names';
import { pageEnd } from '../cursor';
import { EXAMPLE } from '../examples';
import { base58OrNull, chainField, presentQueuedDeposit, queuedDepositAnswer } from './deposit';
import {
  address,
  bigAmount,
  count,
  flag,
  hex32,
  micro,
  named,
  oneOf,
  pageFields,
  time,
  transaction,
  user,
  words,
} from './fields';
import type { Answer } from './fields';
import { presentUser, unixSecondsOf } from './units';

export const recoveryAnswer = named(
  'Recovery',
  z.strictObject({
    recovery_id: words('The recovery', EXAMPLE.depositId),
    user: user('Whose money it is'),
    mint: address('The token that is sent', EXAMPLE.usdcMint),
    recipient: address('The wallet that gets it', EXAMPLE.wallet),
    amount: bigAmount('How much, in base units of the token, as text', '400000'),
    status: oneOf(['sending', 'completed', 'failed'], 'How far it is', 'completed'),
    tx_signature: transaction('The transaction that sends it; null before').nullable(),
  }),
  'What lay at a deposit address without a deposit under way, sent to a wallet.',
);
export type RecoveryAnswer = Answer<typeof recoveryAnswer>;

export const faucetAnswer = named(
  'FaucetGift',
  z.strictObject({
    chain: chainField('Where it was sent'),
    address: address('To whom', EXAMPLE.depositAddress),
    token: oneOf(['usdc', 'native'], 'What', 'usdc'),
    amount: count('How much, in micro-USDC or lamports', 25_000_000),
    tx_signature: transaction('The transfer'),
  }),
  'Test money on a chain.',
);
export type FaucetAnswer = Answer<typeof faucetAnswer>;

const tierField = (what: string) => z.literal(TIERS).meta({ description: what, example: 1 });
export const tierChangeAnswer = named(
  'TierChange',
  z.strictObject({
    user: user(),
    tier: tierField('The tier from now on'),
    previous_tier: z.literal(TIERS).meta({ description: 'The tier before', example: 0 }),
    tx_signature: transaction('The transaction that set it'),
    max_usdc_per_tx_micro: micro('What one deposit may bring from now on', 1_000_000_000_000),
  }),
  "A user's new tier.",
);
export type TierChangeAnswer = Answer<typeof tierChangeAnswer>;

export const tierAnswer = named(
  'TierRead',
  z.strictObject({
    user: user(),
    tier: tierField('The tier, as the chain has it'),
    refreshed_at: time('When it was read'),
  }),
  "A user's tier, read again.",
);
export type TierAnswer = Answer<typeof tierAnswer>;

export const bridgeExecutorAnswer = named(
  'BridgeExecutor',
  z.strictObject({ enabled: flag('Whether new deposits are sent over the bridge', true) }),
  'The switch of the bridge. What is under way is finished all the same.',
);
export type BridgeExecutorAnswer = Answer<typeof bridgeExecutorAnswer>;

export const dailyCapAnswer = named(
  'DailyCap',
  z.strictObject({
    micro_usdc: micro('What all users together may bring over the bridge a day', 100_000_000_000),
    used: micro('What they have brought today', 25_000_000),
    resets_at: time('When the next day begins'),
  }),
  'The daily cap of the bridge.',
);
export type DailyCapAnswer = Answer<typeof dailyCapAnswer>;

export const stepOverAnswer = named(
  'SteppedBlock',
  z.strictObject({
    chain: oneOf(FUNDING_CHAINS, 'Whose scan it is', 'ext'),
    slot: count('The slot of the block', 312_000_000),
    stepped_at: time('When it was stepped over; null: the scan has not come there').nullable(),
    transactions: count('How many transactions the block held; null as long', 1_204).nullable(),
  }),
  'A block that the scan steps over, or has stepped over.',
);
export type StepOverAnswer = Answer<typeof stepOverAnswer>;

export const queuesAnswer = named(
  'QueuesPage',
  z.strictObject({
    deposits: z.array(queuedDepositAnswer).meta({ description: 'Newest first' }),
    ...pageFields,
    bridge_executor: flag('Whether new deposits are sent over the bridge', true),
    daily_cap: dailyCapAnswer,
  }),
  'Deposits of one phase, and what they wait for.',
);
export type QueuesAnswer = Answer<typeof queuesAnswer>;

export const releasedAnswer = named(
  'ReleasedDeposit',
  z.strictObject({
    deposit_id: hex32('The deposit', EXAMPLE.depositId),
    user: user('Whose it is'),
    amount_micro_usdc: micro('What it is worth', 25_000_000),
  }),
  'A deposit that passes the daily cap.',
);
export type ReleasedAnswer = Answer<typeof releasedAnswer>;

export const rejectedAnswer = named(
  'RejectedDeposit',
  z.strictObject({
    deposit_id: hex32('The deposit', EXAMPLE.depositId),
    user: user('Whose it is, and who may recover it'),
    amount_micro_usdc: micro('What it is worth', 25_000_000),
  }),
  'A deposit that was taken out of the queue.',
);
export type RejectedAnswer = Answer<typeof rejectedAnswer>;

/** `amount` in base units of the mint, as text: a u64 exceeds JSON's safe integers. */
export const presentRecovery = (recovery: {
  readonly recoveryId: string;
  readonly user: Uint8Array;
  readonly mint: Uint8Array;
  readonly recipient: Uint8Array;
  readonly amount: string;
  readonly state: RecoveryAnswer['status'];
  readonly txSignature: Uint8Array | null;
}): RecoveryAnswer => ({
  recovery_id: recovery.recoveryId,
  user: presentUser(recovery.user),
  mint: toBase58(recovery.mint),
  recipient: toBase58(recovery.recipient),
  amount: recovery.amount,
  status: recovery.state,
  tx_signature: base58OrNull(recovery.txSignature),
});

export const presentFaucet = (
  asked: {
    chain: FundingChain;
    address: Uint8Array;
    token: FaucetAnswer['token'];
    amount: number;
  },
  txSignature: Uint8Array,
  names: ChainNames,
): FaucetAnswer => ({
  chain: names.nameOf(asked.chain),
  address: toBase58(asked.address),
  token: asked.token,
  amount: asked.amount,
  tx_signature: toBase58(txSignature),
});

/** `POST /admin/bridge/user-tier` */
export const presentTierChange = (change: {
  readonly user: Uint8Array;
  readonly tier: Tier;
  readonly previousTier: Tier;
  readonly txSignature: Uint8Array;
  readonly maxPerTxMicroUsdc: number;
}): TierChangeAnswer => ({
  user: presentUser(change.user),
  tier: change.tier,
  previous_tier: change.previousTier,
  tx_signature: toBase58(change.txSignature),
  max_usdc_per_tx_micro: change.maxPerTxMicroUsdc,
});

/** `POST /admin/bridge/invalidate-tier-cache` */
export const presentTier = (read: {
  readonly user: Uint8Array;
  readonly tier: Tier;
  readonly refreshedMs: number;
}): TierAnswer => ({
  user: presentUser(read.user),
  tier: read.tier,
  refreshed_at: unixSecondsOf(read.refreshedMs),
});

/** `POST /admin/bridge/executor` */
export const presentBridgeExecutor = (state: {
  readonly enabled: boolean;
}): BridgeExecutorAnswer => ({ enabled: state.enabled });

export interface DailyCapState {
  readonly capMicroUsdc: number;
  readonly usedMicroUsdc: number;
  readonly resetsAtMs: number;
}

/** `PUT /admin/bridge/daily-cap`, and in `GET /admin/queues`. Micro-USDC. */
export const presentDailyCap = (cap: DailyCapState): DailyCapAnswer => ({
  micro_usdc: cap.capMicroUsdc,
  used: cap.usedMicroUsdc,
  resets_at: unixSecondsOf(cap.resetsAtMs),
});

/** `POST /admin/scan/step-over` */
export const presentStepOver = (step: {
  readonly chain: FundingChain;
  readonly slot: number;
  readonly steppedMs: number | null;
  readonly transactions: number | null;
}): StepOverAnswer => ({
  chain: step.chain,
  slot: step.slot,
  stepped_at: step.steppedMs === null ? null : unixSecondsOf(step.steppedMs),
  transactions: step.transactions,
});

/** `POST /admin/queues/{deposit_id}/release` and `/reject` */
export const presentQueueDecision = (deposit: {
  readonly depositId: Uint8Array;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
}): ReleasedAnswer & RejectedAnswer => ({
  deposit_id: toHex(deposit.depositId),
  user: presentUser(deposit.user),
  amount_micro_usdc: deposit.amountMicroUsdc,
});

/** `GET /admin/queues` */
export function presentQueues(
  queues: {
    readonly deposits: {
      readonly items: readonly (Deposit & { readonly number: number })[];
      readonly hasMore: boolean;
    };
    readonly bridgeExecutor: boolean;
    readonly dailyCap: DailyCapState;
  },
  names: ChainNames,
): QueuesAnswer {
  const { items, hasMore } = queues.deposits;
  return {
    deposits: items.map((one) => presentQueuedDeposit(one, names)),
    ...pageEnd('deposit', hasMore ? (items.at(-1)?.number ?? null) : null),
    bridge_executor: queues.bridgeExecutor,
    daily_cap: presentDailyCap(queues.dailyCap),
  };
}
