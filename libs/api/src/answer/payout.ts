/** Payouts of revenue: the same record at acceptance and afterwards. */
import {
  PAYOUT_RECIPIENTS,
  REVENUE_SOURCES,
  WITHDRAWAL_FAILURES,
  WITHDRAWAL_STATUSES,
} from '@bellwether/funding';
import type { PayoutProgress, RevenuePayout } from '@bellwether/funding';
import { z } from 'zod';
import type { ChainNames } from '../chain-names';
import { EXAMPLE } from '../examples';
import {
  address,
  count,
  hex32,
  micro,
  named,
  oneOf,
  orNull,
  placeFields,
  time,
  transaction,
  words,
} from './fields';
import { from } from './inside';
import { endOfNumbered } from './page';

type Amounts = Pick<RevenuePayout, 'amountMicroUsdc' | 'gasFeeMicroUsdc'>;
const GAS_FEE = 3_000;

const payoutFields = {
  reference: words('As it was sent', 'may-2027'),
  amount: from('amountMicroUsdc', micro('What left the revenue', 20_000_000)),
  gas_fee: from(
    'gasFeeMicroUsdc',
    micro(
      'What of it the chains take: less than at acceptance once it shares a transfer; 0 to a balance',
      GAS_FEE,
    ),
  ),
  net_amount: from(
    ({ amountMicroUsdc, gasFeeMicroUsdc }: Amounts) => amountMicroUsdc - gasFeeMicroUsdc,
    micro('What arrives: `amount` - `gas_fee`', 20_000_000 - GAS_FEE),
  ),
  recipient: address('The wallet or the user that is paid', EXAMPLE.wallet),
  recipient_kind: oneOf(PAYOUT_RECIPIENTS, 'How it was named', 'recipient_main'),
  chain: from(
    'chainName',
    words('Where it is paid: its public name; null to a balance', 'main').nullable(),
  ),
  status: oneOf(
    WITHDRAWAL_STATUSES,
    'How far it is, as a withdrawal; `completed` at once to a balance; `failed` gave the whole amount back',
    'completed',
  ),
  reason: from(
    'failure',
    orNull(
      oneOf(WITHDRAWAL_FAILURES, 'Why it failed; null where it did not', 'recipient_unusable'),
    ),
  ),
  withdrawal_id: from(
    'withdrawalId',
    hex32('The withdrawal that pays a wallet; null to a balance', EXAMPLE.withdrawalId).nullable(),
  ),
  tx_main: from(
    'debitSignature',
    transaction('On the main chain: it pays there, or burns; null before').nullable(),
  ),
  tx_ext: from(
    'completionSignature',
    transaction('On the other chain: it pays; null before').nullable(),
  ),
  seq: from('acceptedSeq', count('The command that accepted it', EXAMPLE.seq)),
  created_at: time('When it was accepted'),
  updated_at: time('When it changed last'),
};

export const payoutAnswer = named(
  'Payout',
  z.strictObject(payoutFields),
  'A payout of the own revenue.',
);
export const treasuryPayoutAnswer = named(
  'TreasuryPayout',
  z.strictObject({
    source: oneOf(REVENUE_SOURCES, 'What is paid out', 'protocol_fees'),
    ...payoutFields,
  }),
  'A payout of what the exchange earned.',
);

const numbered = endOfNumbered('payout', ({ number }: { readonly number: number }) => number);
const newestFirst = { description: 'Newest first' };

export const payoutsAnswer = named(
  'PayoutsPage',
  z.strictObject({
    available: micro('What was earned and not yet paid out, now', 21_326_750),
    payouts: from('items', z.array(payoutAnswer).meta(newestFirst)),
    ...numbered,
  }),
  'A page of the own payouts.',
);
export const treasuryPayoutsAnswer = named(
  'TreasuryPayoutsPage',
  z.strictObject({
    payouts: from('items', z.array(treasuryPayoutAnswer).meta(newestFirst)),
    ...numbered,
  }),
  'A page of the payouts of what the exchange earned.',
);

export const treasuryAnswer = named(
  'Treasury',
  z.strictObject({
    protocol_fees: micro('Fees of trades less rebates, not yet paid out', 17_500),
    gas_revenue: micro('Gas fees of deposits and withdrawals, not yet paid out', 3_000),
    ...placeFields,
  }),
  'What the exchange earned and can be paid out.',
);

/** With the public name of the chain that it is paid on. */
export const presentablePayout = <Of extends RevenuePayout & PayoutProgress>(
  of: Of,
  names: ChainNames,
) => Object.assign({}, of, { chainName: chainNameOf(of, names) });

const chainNameOf = ({ recipientKind }: RevenuePayout, names: ChainNames): string | null => {
  if (recipientKind === 'user') return null;
  return names.nameOf(recipientKind === 'recipient_main' ? 'main' : 'ext');
};
