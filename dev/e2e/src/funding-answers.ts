/** The promised answers about deposits and withdrawals, as those of `answers.ts`. */
import {
  acceptedWithdrawalAnswer,
  bridgeAddressAnswer,
  dailyCapAnswer,
  faucetAnswer,
  gasPriceAnswer,
  proxyAnswer,
  queuesAnswer,
  recoveryAnswer,
  solvencyAnswer,
  tierChangeAnswer,
  withdrawalAnswer,
  wrapped,
} from '@bellwether/api';
import type { Answer, depositAnswer } from '@bellwether/api';
import { z } from 'zod';

export {
  depositAddressAnswer as depositAddress,
  depositStatusAnswer as depositStatus,
  withdrawalsAnswer as withdrawals,
} from '@bellwether/api';

export type DepositRecord = Answer<typeof depositAnswer>;
export type WithdrawalRecord = Answer<typeof withdrawalAnswer>;

export const bridgeAddress = wrapped(bridgeAddressAnswer);
export const proxyWallet = wrapped(proxyAnswer);
export const gasPrice = wrapped(gasPriceAnswer);
export const acceptedWithdrawal = wrapped(acceptedWithdrawalAnswer);
export const withdrawal = wrapped(withdrawalAnswer);
export const fauceted = wrapped(faucetAnswer);
export const changedTier = wrapped(tierChangeAnswer);
export const recovery = wrapped(recoveryAnswer);
export const dailyCap = wrapped(dailyCapAnswer);
export const queues = wrapped(queuesAnswer);

/** Of an exchange that has chains, whose books agree. */
export const fundedSolvency = solvencyAnswer.extend({
  difference: z.literal(0),
  chain: solvencyAnswer.shape.chain.unwrap(),
});
