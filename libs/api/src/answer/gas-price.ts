/** The present cost of actions, and the minimum withdrawals. */
import { z } from 'zod';
import { count, micro, named } from './fields';
import { gasActionAnswer } from './gas';
import { from } from './inside';

interface Priced {
  readonly minimumWithdrawals: { readonly mainMicroUsdc: number; readonly extMicroUsdc: number };
}

export const gasPriceAnswer = named(
  'GasPrice',
  z.strictObject({
    ext_per_tx_lamports: count('What a transaction on the deposit chain costs, in lamports', 5_000),
    ext_per_tx_usdc: from(
      'extPerTxMicroUsdc',
      micro('What is charged for it, markup included', 825),
    ),
    main_per_tx_usdc: from(
      'mainPerTxMicroUsdc',
      micro('What is charged for one on the main chain, markup included', 825),
    ),
    markup_bps: count('The markup that is in these prices, in basis points', 1_000),
    actions: z.array(gasActionAnswer).meta({
      description:
        'What each action costs now; `_first` and `_new_account`: with accounts that it makes',
    }),
    min_withdrawal_main_micro: from(
      ({ minimumWithdrawals }: Priced) => minimumWithdrawals.mainMicroUsdc,
      micro('The least that may be withdrawn to the main chain', 2_588_920),
    ),
    min_withdrawal_ext_micro: from(
      ({ minimumWithdrawals }: Priced) => minimumWithdrawals.extMicroUsdc,
      micro('The least that may be withdrawn to the other', 14_567_720),
    ),
  }),
  'What transactions cost. It is taken out of balances.',
);
