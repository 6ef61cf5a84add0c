/** The promised answers about deposits and withdrawals, written from the interface as those of `answers.ts`. */
import { z } from 'zod';
import { count, data, hex32, page, userKey } from './answers';

const chain = z.enum(['ext', 'main']);
const seconds = z.int().min(1_600_000_000).max(9_999_999_999);
const txSignature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
const historyEntry = z.object({
  state: z.string(),
  time: seconds,
  reason: z.string().nullable(),
  tx_signature: txSignature.nullable(),
});

export const depositAddress = z.object({
  chain,
  address: userKey,
  instructions: z.string().min(1),
  initialized: z.boolean(),
  usdc_token: userKey,
});
export const depositRecord = z.object({
  deposit_id: hex32,
  tx_signature: txSignature,
  amount_micro_usdc: count,
  source_token: z.string().min(1),
  phase: z.enum(['detected', 'swapped', 'bridged', 'credited', 'failed', 'queued', 'rejected']),
  reason: z.string().nullable(),
  retry_at: seconds.nullable(),
  timestamp: seconds,
  credited_micro_usdc: count,
  tx_main: txSignature.nullable(),
  updated_at: seconds,
  history: z.array(historyEntry).min(1),
});
export type DepositRecord = z.infer<typeof depositRecord>;
const scan = z.object({ slot: count.nullable() });
export const depositStatus = z.object({
  deposits: z.array(depositRecord).max(10),
  watched: z.boolean(),
  scans: z.object({ ext: scan, main: scan }),
});

const withdrawalFields = {
  withdrawal_id: hex32,
  amount: count,
  gas_fee: count,
  net_amount: z.int().positive(),
  recipient: userKey,
  chain,
  nonce: count,
  created_at: seconds,
};
export const withdrawalRecord = z.object({
  ...withdrawalFields,
  status: z.enum(['pending', 'debited', 'burned', 'attested', 'completed', 'failed']),
  vaa: z.base64().nullable(),
  history: z.array(historyEntry).min(1),
});
export type WithdrawalRecord = z.infer<typeof withdrawalRecord>;
export const withdrawals = z.object({ withdrawals: z.array(withdrawalRecord), ...page });

export const bridgeAddress = data(
  depositAddress.extend({
    min_usdc_micro: z.literal(1_000_000),
    min_ext_lamports: z.literal(50_000_000),
    max_usdc_per_tx_micro: count,
    daily_cap_remaining_usdc_micro: count,
    daily_cap_resets_at: seconds,
  }),
);
export const proxyWallet = data(
  z.object({
    main_address: userKey,
    proxy_wallet: userKey,
    proxy_usdc_ata: userKey,
    usdc_balance: count,
    initialized: z.boolean(),
  }),
);
export const gasPrice = data(
  z.object({
    ext_per_tx_lamports: z.int().positive(),
    ext_per_tx_usdc: z.int().positive(),
    main_per_tx_usdc: z.int().positive(),
    markup_bps: count,
  }),
);
export const acceptedWithdrawal = data(
  z.object({ ...withdrawalFields, status: z.literal('pending') }),
);
export const withdrawal = data(withdrawalRecord);
export const fauceted = data(z.object({ chain, address: userKey, tx_signature: txSignature }));
export const changedTier = data(
  z.object({
    user: userKey,
    tier: z.int().min(0).max(2),
    previous_tier: z.int().min(0).max(2),
    tx_signature: txSignature,
    max_usdc_per_tx_micro: count,
  }),
);
export const recovery = data(
  z.object({ mint: userKey, recipient: userKey, amount: z.string(), status: z.string() }),
);
export const dailyCap = data(z.object({ micro_usdc: count, used: count, resets_at: seconds }));
export const queues = data(
  z.object({ deposits: z.array(depositRecord), bridge_executor: z.boolean() }),
);

/** `chain` is of the last round, which compared the chains with the books of that moment. */
export const fundedSolvency = z.object({
  withdrawing: count,
  gas_revenue: count,
  deposits_credited: count,
  test_credits: count,
  payouts: count,
  difference: z.literal(0),
  chain: z.discriminatedUnion('available', [
    z.object({ available: z.literal(false) }),
    z.object({
      available: z.literal(true),
      ok: z.boolean(),
      difference: z.int(),
      timestamp: seconds,
    }),
  ]),
});
