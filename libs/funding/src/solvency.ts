/**
 * Whether the chains hold what the exchange owes. Each place with what must be there and why; a difference in any of
 * them is told with its lines, so that whoever is woken reads numbers and not a verdict.
 */
import { SOLVENCY_ROUNDS_BEFORE_ALARM } from './limits';

/** Money that one side has booked and the other not yet, by the id under which both know it. */
export interface InFlight {
  readonly id: string;
  readonly microUsdc: number;
}

/** One deposit address: what its USDC account holds, and what of accepted deposits lies there. */
export interface DepositAddressHolding {
  readonly heldMicroUsdc: number;
  /** What it holds beside them is its user's. */
  readonly deposits: readonly InFlight[];
}

export interface SolvencyInput {
  /** The vault's token account. */
  readonly vaultMicroUsdc: number;
  /** The vault program's own sums as of the same slot: all it has credited less all it has debited. */
  readonly creditedLessDebitedMicroUsdc: number;
  /** Test credits that were written down to be backed, paid or not, as of the engine's seq. */
  readonly backingsMicroUsdc: number;
  /** The token accounts of all proxy wallets together. */
  readonly proxiesMicroUsdc: number;
  /** I5: deposits credited + test credits - payouts, as of the engine's seq. */
  readonly ledgerMicroUsdc: number;
  /** Credits of the vault that the engine has not taken in: the vault has them, the ledger not. */
  readonly creditsUnderWay: readonly InFlight[];
  /** Debits of the vault that the engine has not settled: the ledger has them, the vault not. Net amounts. */
  readonly debitsUnderWay: readonly InFlight[];
  /** Test credits that no USDC was minted for yet: the ledger has them, the vault not. */
  readonly backingsUnderWay: readonly InFlight[];
  /** Arrivals that no credit of the vault has swept. */
  readonly arrivalsUnswept: readonly InFlight[];
  /** Those at which USDC of accepted deposits still lies. */
  readonly depositAddresses: readonly DepositAddressHolding[];
}

/**
 * `vault`: its token account against what is accounted for. `accounted`: what is accounted for, by the vault program and
 * the backings, against the ledger. Two lines, so that money that is missing and a booking too many cannot cancel out.
 */
export const SOLVENCY_PLACES = ['vault', 'accounted', 'proxies', 'deposit_addresses'] as const;
export type SolvencyPlace = (typeof SOLVENCY_PLACES)[number];

export interface SolvencyLine {
  readonly place: SolvencyPlace;
  readonly heldMicroUsdc: number;
  readonly expectedMicroUsdc: number;
  /**
   * Held less expected. Where anyone may send money only what is missing counts: a surplus in the vault is a donation,
   * one at a deposit address is recoverable by its user, and makes nothing good that is missing from another.
   */
  readonly differenceMicroUsdc: number;
  /** What the expectation is made of, in words and numbers. */
  readonly explanation: string;
}

export interface SolvencyRound {
  readonly differenceMicroUsdc: number;
  readonly lines: readonly SolvencyLine[];
}

export function solvencyRound(input: SolvencyInput): SolvencyRound {
  const lines = [vaultLine(input), accountedLine(input), proxiesLine(input), addressesLine(input)];
  return {
    lines,
    // Sums of both signs must not cancel each other out: the largest one is the round's.
    differenceMicroUsdc: lines.reduce(
      (worst, { differenceMicroUsdc: one }) => (Math.abs(one) > Math.abs(worst) ? one : worst),
      0,
    ),
  };
}

/** Whether the rounds, newest last, are enough of a difference to stop paying out and wake somebody. */
export const isSolvencyAlarm = (rounds: readonly { differenceMicroUsdc: number }[]): boolean =>
  rounds.length >= SOLVENCY_ROUNDS_BEFORE_ALARM &&
  rounds
    .slice(-SOLVENCY_ROUNDS_BEFORE_ALARM)
    .every(({ differenceMicroUsdc }) => differenceMicroUsdc !== 0);

/**
 * What lies in the vault beyond all that is accounted for. Anyone may send USDC to its token account: no difference, and
 * nobody's balance.
 */
export function donatedMicroUsdc(lines: readonly SolvencyLine[]): number {
  const vault = lines.find(({ place }) => place === 'vault');
  return vault === undefined ? 0 : surplusOf(vault);
}

/** Credits and debits by the program's own sums, and the backings, which are paid past the program. */
const accountedFor = (input: SolvencyInput): number =>
  input.creditedLessDebitedMicroUsdc + backingsPaid(input);

const backingsPaid = (input: SolvencyInput): number =>
  input.backingsMicroUsdc - sumOf(input.backingsUnderWay);

function vaultLine(input: SolvencyInput): SolvencyLine {
  const told = line('vault', input.vaultMicroUsdc, accountedFor(input), [
    `credited less debited ${input.creditedLessDebitedMicroUsdc}`,
    `backings paid +${backingsPaid(input)}`,
  ]);
  return {
    ...told,
    differenceMicroUsdc: Math.min(0, told.differenceMicroUsdc),
    explanation: `${told.explanation}; donated ${surplusOf(told)}`,
  };
}

function accountedLine(input: SolvencyInput): SolvencyLine {
  const credits = sumOf(input.creditsUnderWay);
  const debits = sumOf(input.debitsUnderWay);
  const backings = sumOf(input.backingsUnderWay);
  const expected = input.ledgerMicroUsdc + credits - debits - backings;
  return line('accounted', accountedFor(input), expected, [
    `ledger ${input.ledgerMicroUsdc}`,
    `credits under way +${credits} (${input.creditsUnderWay.length})`,
    `debits under way -${debits} (${input.debitsUnderWay.length})`,
    `backings under way -${backings} (${input.backingsUnderWay.length})`,
  ]);
}

function proxiesLine(input: SolvencyInput): SolvencyLine {
  const unswept = sumOf(input.arrivalsUnswept);
  return line('proxies', input.proxiesMicroUsdc, unswept, [
    `arrivals unswept ${unswept} (${input.arrivalsUnswept.length})`,
  ]);
}

function addressesLine({ depositAddresses }: SolvencyInput): SolvencyLine {
  const deposits = depositAddresses.flatMap((one) => one.deposits);
  const held = totalOf(depositAddresses.map(({ heldMicroUsdc }) => heldMicroUsdc));
  const accepted = sumOf(deposits);
  const missing = totalOf(depositAddresses.map(missingAtAddress));
  const told = line('deposit_addresses', held, accepted, [
    `accepted deposits ${accepted} (${deposits.length})`,
    `recoverable ${held - accepted + missing}`,
  ]);
  return { ...told, differenceMicroUsdc: 0 - missing };
}

/** Of its accepted deposits, what a deposit address does not hold. */
export const missingAtAddress = ({ heldMicroUsdc, deposits }: DepositAddressHolding): number =>
  Math.max(0, sumOf(deposits) - heldMicroUsdc);

const surplusOf = ({ heldMicroUsdc, expectedMicroUsdc }: SolvencyLine): number =>
  Math.max(0, heldMicroUsdc - expectedMicroUsdc);

function line(
  place: SolvencyPlace,
  held: number,
  expected: number,
  parts: readonly string[],
): SolvencyLine {
  const [heldMicroUsdc, expectedMicroUsdc] = [saturated(held), saturated(expected)];
  const differenceMicroUsdc = heldMicroUsdc - expectedMicroUsdc;
  const explanation = parts.join('; ');
  return { place, heldMicroUsdc, expectedMicroUsdc, differenceMicroUsdc, explanation };
}

const sumOf = (amounts: readonly InFlight[]): number =>
  totalOf(amounts.map(({ microUsdc }) => microUsdc));

const totalOf = (amounts: readonly number[]): number =>
  saturated(amounts.reduce((sum, amount) => sum + amount, 0));

/**
 * All USDC there is fits into a number; but who mints it, on a test network, may send more than that to addresses that
 * anybody may pay: then a sum says that it is at least so much.
 */
const saturated = (microUsdc: number): number => Math.min(microUsdc, Number.MAX_SAFE_INTEGER);
