import type { FundingChain } from './chain';
import { partsOfWithdrawal } from './gas-actions';
import type { WithdrawalAction } from './gas-actions';
import { gasBill, itemOf } from './gas-bill';
import type { GasBill, GasItem } from './gas-bill';
import type { GasTariff } from './gas';
import { MIN_WITHDRAWAL_MICRO_USDC } from './limits';
import { decodeSplit, sharersOf } from './split';

/** Micro-USDC, markup included: fixed when the withdrawal is accepted, and never exceeded. */
export const withdrawalBill = (action: WithdrawalAction, tariff: GasTariff): GasBill =>
  gasBill(partsOfWithdrawal(action), tariff);

/** The fee for a recipient whose token account exists. */
export const withdrawalGasFee = (chain: FundingChain, tariff: GasTariff): number =>
  withdrawalBill({ chain, makesAccount: false }, tariff).microUsdc;

/** The minimum withdrawal, in micro-USDC: more than the fee to an existing account. */
export const minWithdrawalMicroUsdc = (chain: FundingChain, tariff: GasTariff): number =>
  Math.max(MIN_WITHDRAWAL_MICRO_USDC, withdrawalGasFee(chain, tariff) + 1);

/**
 * The fee of each of so many withdrawals that share one message: the account made for its recipient is its own, the
 * rest is divided, and the markup is as large a part as before. Each item is rounded up; the reserve gains.
 * The one transaction that sharing adds, of one signature, costs less than those signatures of the completion that are
 * charged for and not made.
 */
export function sharedFee(items: readonly GasItem[], sharers: number): GasBill {
  const own = items.filter(({ kind }) => kind !== 'markup');
  const shared = own.map(({ kind, microUsdc }) => ({
    kind,
    microUsdc: kind === 'account_rent' ? microUsdc : Math.ceil(microUsdc / sharers),
  }));
  const [before, after] = [sumOf(own), sumOf(shared)];
  const markup = BigInt(itemOf(items, 'markup')) * BigInt(after);
  const rounded = before === 0 ? 0 : Number((markup + BigInt(before) - 1n) / BigInt(before));
  const all = rounded === 0 ? shared : [...shared, { kind: 'markup' as const, microUsdc: rounded }];
  return { microUsdc: sumOf(all), items: all };
}

const sumOf = (items: readonly GasItem[]): number =>
  items.reduce((sum, { microUsdc }) => sum + microUsdc, 0);

/** The items of a fee fixed earlier, if it matches this tariff. `null`: another tariff, only the sum is known. */
export function itemsOfFee(
  chain: FundingChain,
  gasFeeMicroUsdc: number,
  tariff: GasTariff,
): readonly GasItem[] | null {
  const bills = [false, true].map((makesAccount) =>
    withdrawalBill({ chain, makesAccount }, tariff),
  );
  return bills.find(({ microUsdc }) => microUsdc === gasFeeMicroUsdc)?.items ?? null;
}

interface Paying {
  readonly amountMicroUsdc: number;
  readonly gasFeeMicroUsdc: number;
  readonly split?: Uint8Array | null;
  readonly share?: number;
}

/** What a withdrawal's transaction pays: alone, or as an entry of a list. */
export const netAmountOf = ({
  amountMicroUsdc,
  gasFeeMicroUsdc,
  split = null,
  share = 0,
}: Paying): number =>
  split === null
    ? amountMicroUsdc - gasFeeMicroUsdc
    : decodeSplit(split).entries[share]!.amountMicroUsdc;

/** The fee of one that was paid: what sharing saved went to the recipient. */
export function feeKeptOf(withdrawal: Required<Paying> & { gasItems: readonly GasItem[] | null }) {
  const { amountMicroUsdc, gasFeeMicroUsdc: accepted, gasItems, split } = withdrawal;
  if (split === null) return { gasFeeMicroUsdc: accepted, gasItems };
  const gasFeeMicroUsdc = amountMicroUsdc - netAmountOf(withdrawal);
  const bill = gasItems && sharedFee(gasItems, sharersOf(split));
  const isOfItems = bill?.microUsdc === gasFeeMicroUsdc;
  return { gasFeeMicroUsdc, gasItems: isOfItems ? bill.items : null };
}
