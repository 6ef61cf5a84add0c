/** `data` of the funding endpoints that are not about one record: gas, faucet, recoveries, and operators' settings. */
import { toBase58, toHex } from '@bellwether/codec';
import type { FundingChain, GasPrice, Tier } from '@bellwether/funding';
import type { ChainNames } from '../chain-names';
import { base58OrNull } from './deposit';
import { presentUser, unixSecondsOf } from './units';

/** `GET /v1/gas/price`: lamports and micro-USDC of one transaction; the latter are what is charged, markup included. */
export const presentGasPrice = (price: GasPrice) => ({
  ext_per_tx_lamports: price.extPerTxLamports,
  ext_per_tx_usdc: price.extPerTxMicroUsdc,
  main_per_tx_usdc: price.mainPerTxMicroUsdc,
  markup_bps: price.markupBps,
});

/** `amount` in base units of the mint, as text: a u64 passes JSON. */
export const presentRecovery = (recovery: {
  readonly recoveryId: string;
  readonly user: Uint8Array;
  readonly mint: Uint8Array;
  readonly recipient: Uint8Array;
  readonly amount: string;
  readonly state: string;
  readonly txSignature: Uint8Array | null;
}) => ({
  recovery_id: recovery.recoveryId,
  user: presentUser(recovery.user),
  mint: toBase58(recovery.mint),
  recipient: toBase58(recovery.recipient),
  amount: recovery.amount,
  status: recovery.state,
  tx_signature: base58OrNull(recovery.txSignature),
});

export const presentFaucet = (
  asked: { chain: FundingChain; address: Uint8Array; token: string; amount: number },
  txSignature: Uint8Array,
  names: ChainNames,
) => ({
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
}) => ({
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
}) => ({
  user: presentUser(read.user),
  tier: read.tier,
  refreshed_at: unixSecondsOf(read.refreshedMs),
});

/** `PUT /admin/bridge/daily-cap`, and in `GET /admin/queues`. Micro-USDC. */
export const presentDailyCap = (cap: {
  readonly capMicroUsdc: number;
  readonly usedMicroUsdc: number;
  readonly resetsAtMs: number;
}) => ({
  micro_usdc: cap.capMicroUsdc,
  used: cap.usedMicroUsdc,
  resets_at: unixSecondsOf(cap.resetsAtMs),
});

/** `POST /admin/queues/{deposit_id}/release` */
export const presentReleased = (released: {
  readonly depositId: Uint8Array;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
}) => ({
  deposit_id: toHex(released.depositId),
  user: presentUser(released.user),
  amount_micro_usdc: released.amountMicroUsdc,
});
