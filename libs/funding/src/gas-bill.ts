/**
 * What one action of a user takes of the chains, item by item: transactions, and the rent of each account that is made
 * for it. None of these accounts is ever closed by its program, so nothing of it comes back.
 */
import type { FundingChain } from './chain';
import { chargeOf, exactCost } from './gas';
import type { GasTariff } from './gas';

/**
 * - `transaction_fees`: signatures and priority
 * - `account_rent`: a token account of the recipient's or the user's
 * - `wallet_rent`: the user's proxy wallet
 * - `record_rent`: the vault's account of a withdrawal, which forbids a second payout
 * - `message_rent`: the bridge's account of a message
 * - `attestation_rent`: on the chain that pays: the guardians' signatures, their posted word, the claim
 * - `markup`: the operator's
 */
export const GAS_ITEM_KINDS = [
  'transaction_fees',
  'account_rent',
  'wallet_rent',
  'record_rent',
  'message_rent',
  'attestation_rent',
  'markup',
] as const;
export type GasItemKind = (typeof GAS_ITEM_KINDS)[number];

export interface GasItem {
  readonly kind: GasItemKind;
  readonly microUsdc: number;
}

/** `microUsdc` is the sum of the items: all that is charged. */
export interface GasBill {
  readonly microUsdc: number;
  readonly items: readonly GasItem[];
}

/** What an action takes of one chain for one item. */
export interface GasPart {
  readonly kind: Exclude<GasItemKind, 'markup'>;
  readonly chain: FundingChain;
  readonly transactions?: number;
  /** Of these transactions, beyond two each. */
  readonly signatures?: number;
  /** Of each account that is made. */
  readonly accountBytes?: readonly number[];
  /** What is known to the lamport: of a transaction that is final. */
  readonly lamports?: number;
}

/** Bytes that an account is charged for beside its own. */
const ACCOUNT_OVERHEAD_BYTES = 128;

/** In lamports, at the tariff. */
export function rentLamports(chain: FundingChain, bytes: number, tariff: GasTariff): number {
  const perByte = chain === 'ext' ? tariff.extRentPerByteLamports : tariff.mainRentPerByteLamports;
  return (ACCOUNT_OVERHEAD_BYTES + bytes) * perByte;
}

/** In lamports of its chain, at the tariff, without the markup. */
export function lamportsOfPart(part: GasPart, tariff: GasTariff): number {
  const { chain, transactions = 0, signatures = 0, accountBytes = [], lamports = 0 } = part;
  const [perTransaction, perSignature] =
    chain === 'ext'
      ? [tariff.extPerTxLamports, tariff.extPerSignatureLamports]
      : [tariff.mainPerTxLamports, tariff.mainPerSignatureLamports];
  const rent = accountBytes.reduce((sum, bytes) => sum + rentLamports(chain, bytes, tariff), 0);
  return transactions * perTransaction + signatures * perSignature + rent + lamports;
}

/**
 * The exact sum is rounded up once, in the operator's favour. Items are what each adds to the rounded sum, so that they
 * add up to the charge; items of nothing are left out.
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

/** What it costs the operator, without the markup, rounded up. */
export const costMicroUsdc = (parts: readonly GasPart[], tariff: GasTariff): number =>
  gasBill(parts, { ...tariff, markupBps: 0 }).microUsdc;

export const itemOf = (items: readonly GasItem[], kind: GasItemKind): number =>
  items.reduce((sum, item) => sum + (item.kind === kind ? item.microUsdc : 0), 0);
