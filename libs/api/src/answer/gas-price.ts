/** The present cost of actions, and the minimum withdrawals. */
import type { GasPrice, PricedAction } from '@bellwether/funding';
import { z } from 'zod';
import { count, micro, named } from './fields';
import type { Answer } from './fields';
import { gasActionAnswer, presentGas } from './gas';

export const gasPriceAnswer = named(
  'GasPrice',
  z.strictObject({
    ext_per_tx_lamports: count('What a transaction on the deposit chain costs, in lamports', 5_000),
    ext_per_tx_usdc: micro('What is charged for it, markup included', 825),
    main_per_tx_usdc: micro('What is charged for one on the main chain, markup included', 825),
    markup_bps: count('The markup that is in these prices, in basis points', 1_000),
    actions: z.array(gasActionAnswer).meta({
      description:
        'What each action costs now; `_first` and `_new_account`: with accounts that it makes',
    }),
    min_withdrawal_main_micro: micro(
      'The least that may be withdrawn to the main chain',
      2_588_920,
    ),
    min_withdrawal_ext_micro: micro('The least that may be withdrawn to the other', 14_567_720),
  }),
  'What transactions cost. It is taken out of balances.',
);
export type GasPriceAnswer = Answer<typeof gasPriceAnswer>;

/** `GET /v1/gas/price`: the cost of one transaction in lamports, and in micro-USDC as charged, markup included. */
export const presentGasPrice = (
  price: GasPrice & {
    readonly actions: readonly PricedAction[];
    readonly minimumWithdrawals: { readonly mainMicroUsdc: number; readonly extMicroUsdc: number };
  },
): GasPriceAnswer => ({
  ext_per_tx_lamports: price.extPerTxLamports,
  ext_per_tx_usdc: price.extPerTxMicroUsdc,
  main_per_tx_usdc: price.mainPerTxMicroUsdc,
  markup_bps: price.markupBps,
  actions: price.actions.map((one) => ({ action: one.action, ...presentGas(one) })),
  min_withdrawal_main_micro: price.minimumWithdrawals.mainMicroUsdc,
  min_withdrawal_ext_micro: price.minimumWithdrawals.extMicroUsdc,
});
