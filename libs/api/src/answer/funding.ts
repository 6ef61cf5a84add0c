/** `data` of the funding endpoints that are not about one record: faucet, recoveries and operator settings. */
import { FUNDING_CHAINS, TIERS } from '@bellwether/funding';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { chainField, queuedDepositAnswer } from './deposit';
import {
  address,
  bigAmountText,
  clientId,
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
} from './fields';
import { from } from './inside';
import { endOfNumbered } from './page';

export const recoveryAnswer = named(
  'Recovery',
  z.strictObject({
    recovery_id: words('The recovery', EXAMPLE.depositId),
    user: user('Whose money it is'),
    mint: address('The token that is sent', EXAMPLE.usdcMint),
    recipient: address('The wallet that gets it', EXAMPLE.wallet),
    amount: bigAmountText('How much, in base units of the token, as text', '400000'),
    status: from('state', oneOf(['sending', 'completed', 'failed'], 'How far it is', 'completed')),
    tx_signature: transaction('The transaction that sends it; null before').nullable(),
    ...clientId,
  }),
  'What lay at a deposit address without a deposit under way, sent to a wallet.',
);

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

const tierField = (what: string) => z.literal(TIERS).meta({ description: what, example: 1 });
export const tierChangeAnswer = named(
  'TierChange',
  z.strictObject({
    user: user(),
    tier: tierField('The tier from now on'),
    previous_tier: z.literal(TIERS).meta({ description: 'The tier before', example: 0 }),
    tx_signature: transaction('The transaction that set it'),
    max_usdc_per_tx_micro: from(
      'maxPerTxMicroUsdc',
      micro('What one deposit may bring from now on', 1_000_000_000_000),
    ),
  }),
  "A user's new tier.",
);

export const tierAnswer = named(
  'TierRead',
  z.strictObject({
    user: user(),
    tier: tierField('The tier, as the chain has it'),
    refreshed_at: time('When it was read'),
  }),
  "A user's tier, read again.",
);

export const bridgeExecutorAnswer = named(
  'BridgeExecutor',
  z.strictObject({ enabled: flag('Whether new deposits are sent over the bridge', true) }),
  'The switch of the bridge. What is under way is finished all the same.',
);

export const dailyCapAnswer = named(
  'DailyCap',
  z.strictObject({
    micro_usdc: from(
      'capMicroUsdc',
      micro('What all users together may bring over the bridge a day', 100_000_000_000),
    ),
    used: from('usedMicroUsdc', micro('What they have brought today', 25_000_000)),
    resets_at: from('resetsAtMs', time('When the next day begins')),
  }),
  'The daily cap of the bridge.',
);

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

export const queuesAnswer = named(
  'QueuesPage',
  z.strictObject({
    deposits: from('items', z.array(queuedDepositAnswer).meta({ description: 'Newest first' })),
    ...endOfNumbered('deposit', ({ number }: { readonly number: number }) => number),
    bridge_executor: flag('Whether new deposits are sent over the bridge', true),
    daily_cap: dailyCapAnswer,
  }),
  'Deposits of one phase, and what they wait for.',
);

export const releasedAnswer = named(
  'ReleasedDeposit',
  z.strictObject({
    deposit_id: hex32('The deposit', EXAMPLE.depositId),
    user: user('Whose it is'),
    amount_micro_usdc: micro('What it is worth', 25_000_000),
  }),
  'A deposit that passes the daily cap.',
);

export const rejectedAnswer = named(
  'RejectedDeposit',
  z.strictObject({
    deposit_id: hex32('The deposit', EXAMPLE.depositId),
    user: user('Whose it is, and who may recover it'),
    amount_micro_usdc: micro('What it is worth', 25_000_000),
  }),
  'A deposit that was taken out of the queue.',
);
