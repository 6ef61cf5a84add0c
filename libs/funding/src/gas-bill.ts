/**
 * The chain costs of one user action, item by item: transactions, and the rent of each account created for it that the
 * exchange cannot close. The rent of its own accounts is not a cost (capital.ts).
 */
import type { FundingChain } from './chain';
import { chargeOf, exactCost } from './gas';
import type { GasTariff } from './gas';

/**
 * - `transaction_fees`: signatures and priority
 * - `account_rent`: a token account of the recipient, or lamports that stay with the user
 * - `wallet_rent`: the user's proxy wallet, if its first credit did not come over the bridge
 * - `message_rent`: the bridge's account of a message
 * - `attestation_rent`: on the paying chain: the guardians' signatures, the posted attestation, the claim
 * - `markup`: the operator's markup
 */
export const GAS_ITEM_KINDS = [
  'transaction_fees',
  'account_rent',
  'wallet_rent',
  'message_rent',
  'attestation_rent',
  'markup',
] as const;
export type GasItemKind = (typeof GAS_ITEM_KINDS)[number];

export interface GasItem {
  readonly kind: GasItemKind;
  readonly microUsdc: number;
}

/** `microUsdc` is the sum of the items and the whole charge. */
export interface GasBill {
  readonly microUsdc: number;
  readonly items: readonly GasItem[];
}

/** The cost of an action on one chain for one item. */
export interface GasPart {
  readonly kind: Exclude<GasItemKind, 'markup'>;
  readonly chain: FundingChain;
  readonly transactions?: number;
  /** Signatures of these transactions beyond two each. */
  readonly signatures?: number;
  readonly accountBytes?: readonly number[];
  /** A cost known exactly, of a final transaction. */
  readonly lamports?: number;
  /** How many actions divide it. Each pays its share in lamports, rounded up. */
  readonly sharers?: number;
}

/** Bytes that every account is charged for besides its own. */
const ACCOUNT_OVERHEAD_BYTES = 128;

/** In lamports, by the tariff. */
export function rentLamports(chain: FundingChain, bytes: number, tariff: GasTariff): number {
  const perByte = chain === 'ext' ? tariff.extRentPerByteLamports : tariff.mainRentPerByteLamports;
  return (ACCOUNT_OVERHEAD_BYTES + bytes) * perByte;
}

/** In lamports of its chain, by the tariff, without the markup. */
export function lamportsOfPart(part: GasPart, tariff: GasTariff): number {
  const { chain, transactions = 0, signatures = 0, accountBytes = [] } = part;
  const { lamports = 0, sharers = 1 } = part;
  const [perTransaction, perSignature] =
    chain === 'ext'
      ? [tariff.extPerTxLamports, tariff.extPerSignatureLamports]
      : [tariff.mainPerTxLamports, tariff.mainPerSignatureLamports];
  const rent = accountBytes.reduce((sum, bytes) => sum + rentLamports(chain, bytes, tariff), 0);
  const whole = transactions * perTransaction + signatures * perSignature + rent + lamports;
  return Math.ceil(whole / sharers);
}

/**
 * The exact sum is rounded up once, in the operator's favour. An item is what it adds to the rounded sum, so the
 * items add up to the charge; items of 0 are omitted.
 */
export function gasBill(parts: readonly GasPart[], tariff: GasTariff): GasBill {
  const exactOf = new Map<GasItemKind, bigint>();
  for (const part of parts) {
    const none = { ext: 0n, main: 0n };
    const lamports = { ...none, [part.chain]: BigInt(lamportsOfPart(part, tariff)) };
    exactOf.set(part.kind, (exactOf.get(part.kind) ?? 0n) + exactCost(lamports, tariff));
  }
  const items: GasItem[] = [];
  let exact = 0n;
  let charged = 0;
  for (const kind of GAS_ITEM_KINDS) {
    exact += exactOf.get(kind) ?? 0n;
    const sum = chargeOf(exact, kind === 'markup' ? tariff.markupBps : 0);
    if (sum > charged) items.push({ kind, microUsdc: sum - charged });
    charged = sum;
  }
  return { microUsdc: charged, items };
}

/** The operator's cost without the markup, rounded up. */
export const costMicroUsdc = (parts: readonly GasPart[], tariff: GasTariff): number =>
  gasBill(parts, { ...tariff, markupBps: 0 }).microUsdc;

export const itemOf = (items: readonly GasItem[], kind: GasItemKind): number =>
  items.reduce((sum, item) => sum + (item.kind === kind ? item.microUsdc : 0), 0);
