/** The chain costs of actions, item by item. */
import { GAS_ACTIONS, GAS_ITEM_KINDS } from '@bellwether/funding';
import type { GasItem } from '@bellwether/funding';
import { z } from 'zod';
import { micro, named, oneOf } from './fields';
import { from } from './inside';

export const gasItemAnswer = named(
  'GasItem',
  z.strictObject({
    kind: oneOf(
      GAS_ITEM_KINDS,
      'What it is for: transactions; the rent of a token account, a proxy wallet, the record of a withdrawal, a message ' +
        "of the bridge, its attestation; the operator's markup",
      'transaction_fees',
    ),
    micro_usdc: micro('What it costs', 1_500),
  }),
  'One item of what an action costs on the chains.',
);

const gasItems = z.array(gasItemAnswer);

/** Items and their sum. */
interface GasExample {
  readonly sum: number;
  readonly items: readonly z.input<typeof gasItemAnswer>[];
}
/** To an existing account, over the bridge. */
export const WITHDRAWAL_GAS: GasExample = {
  sum: 1_199_531,
  items: [
    { kind: 'transaction_fees', micro_usdc: 17_250 },
    { kind: 'message_rent', micro_usdc: 371_664 },
    { kind: 'attestation_rent', micro_usdc: 701_568 },
    { kind: 'markup', micro_usdc: 109_049 },
  ],
};
/** A user's first deposit. */
export const DEPOSIT_GAS: GasExample = {
  sum: 1_203_656,
  items: [
    { kind: 'transaction_fees', micro_usdc: 21_000 },
    { kind: 'message_rent', micro_usdc: 371_664 },
    { kind: 'attestation_rent', micro_usdc: 701_568 },
    { kind: 'markup', micro_usdc: 109_424 },
  ],
};

/** Inside the sum is `microUsdc`, as of a bill, and the items are `items`. */
export const gasFields = (example: GasExample) => ({
  gas_micro_usdc: from('microUsdc', gasSum('costs', example.sum)),
  gas_items: from('items', billedItems(example)),
});
export const gasSum = (costs: 'costs' | 'cost', sum: number) =>
  micro(`What it ${costs} on the chains: the sum of its items`, sum);
export const billedItems = ({ items: example }: GasExample) =>
  gasItems.meta({ description: 'What that is made of', example });
/** Of a record. Records from before items were stored have only the sum. */
export const recordedItems = ({ items: example }: GasExample) =>
  gasItems
    .nullable()
    .meta({ description: 'What that is made of; null where only the sum is known', example });

export const gasEstimateAnswer = named(
  'GasEstimate',
  z.strictObject(gasFields(DEPOSIT_GAS)),
  'What an action would cost now.',
);

export const gasActionAnswer = named(
  'GasAction',
  z.strictObject({
    action: oneOf(GAS_ACTIONS, 'What is done', 'withdraw_ext'),
    ...gasFields(WITHDRAWAL_GAS),
  }),
  'An action, and what it costs now.',
);

export interface ChargedGas {
  readonly amountMicroUsdc: number;
  readonly items: readonly GasItem[] | null;
}

export const sumOfCharges = (charges: readonly ChargedGas[]): number =>
  charges.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0);

/** One item for each kind; null if any charge has only a sum. */
export function itemsOfCharges(charges: readonly ChargedGas[]): GasItem[] | null {
  if (charges.some(({ items }) => items === null)) return null;
  const sums = new Map<GasItem['kind'], number>();
  for (const { kind, microUsdc } of charges.flatMap(({ items }) => items ?? [])) {
    sums.set(kind, (sums.get(kind) ?? 0) + microUsdc);
  }
  return [...sums].map(([kind, microUsdc]) => ({ kind, microUsdc }));
}
