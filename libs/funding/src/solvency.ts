/**
 * Checks that the chains hold what the exchange owes: for each place, what is held, what is expected, and why. A
 * difference is reported with all its lines, so that an operator gets numbers and not only a verdict.
 */
import { SOLVENCY_ROUNDS_BEFORE_ALARM } from './limits';

/** Money that one side has booked and the other has not yet, by the id that both use. */
export interface InFlight {
  readonly id: string;
  readonly microUsdc: number;
}

/** One deposit address: the balance of its USDC account, and the accepted deposits in it. */
export interface DepositAddressHolding {
  readonly heldMicroUsdc: number;
  /** Any balance beyond these belongs to its user. */
  readonly deposits: readonly InFlight[];
}

export interface SolvencyInput {
  /** The vault's token account. */
  readonly vaultMicroUsdc: number;
  /** The vault program's own totals as of the same slot: all credits less all debits. */
  readonly creditedLessDebitedMicroUsdc: number;
  /** Test credits recorded for backing, minted or not, as of the engine's seq. */
  readonly backingsMicroUsdc: number;
  /** The sum of the token accounts of all proxy wallets. */
  readonly proxiesMicroUsdc: number;
  /** I5: deposits credited + test credits - payouts, as of the engine's seq. */
  readonly ledgerMicroUsdc: number;
  /** Vault credits that the engine has not booked: in the vault, not in the ledger. */
  readonly creditsUnderWay: readonly InFlight[];
  /** Vault debits that the engine has not settled: in the ledger, not in the vault. Net amounts. */
  readonly debitsUnderWay: readonly InFlight[];
  /** Test credits without minted USDC yet: in the ledger, not in the vault. */
  readonly backingsUnderWay: readonly InFlight[];
  /** Arrivals that no vault credit has swept. */
  readonly arrivalsUnswept: readonly InFlight[];
  /** Addresses that still hold USDC of accepted deposits. */
  readonly depositAddresses: readonly DepositAddressHolding[];
}

/**
 * `vault`: its token account against the accounted amount. `accounted`: the accounted amount (the vault program and
 * the backings) against the ledger. Two lines, so that missing money and a wrong booking cannot cancel out.
 */
export const SOLVENCY_PLACES = ['vault', 'accounted', 'proxies', 'deposit_addresses'] as const;
export type SolvencyPlace = (typeof SOLVENCY_PLACES)[number];

export interface SolvencyLine {
  readonly place: SolvencyPlace;
  readonly heldMicroUsdc: number;
  readonly expectedMicroUsdc: number;
  /**
   * Held less expected. In accounts that anyone can pay into, only a shortfall counts: a surplus in the vault is a
   * donation, one at a deposit address is recoverable by its user, and neither covers a shortfall elsewhere.
   */
  readonly differenceMicroUsdc: number;
  /** How the expected amount is made up, in words and numbers. */
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
    // Differences of opposite sign must not cancel out: the largest one counts.
    differenceMicroUsdc: lines.reduce(
      (worst, { differenceMicroUsdc: one }) => (Math.abs(one) > Math.abs(worst) ? one : worst),
      0,
    ),
  };
}

/**
 * Whether the latest checks, newest last, show a difference often enough to pause withdrawals and alert an operator.
 */
export const isSolvencyAlarm = (rounds: readonly { differenceMicroUsdc: number }[]): boolean =>
  rounds.length >= SOLVENCY_ROUNDS_BEFORE_ALARM &&
  rounds
    .slice(-SOLVENCY_ROUNDS_BEFORE_ALARM)
    .every(({ differenceMicroUsdc }) => differenceMicroUsdc !== 0);

/**
 * The vault's balance beyond the accounted amount. Anyone may send USDC to its token account: it is no difference and
 * belongs to no balance.
 */
export function donatedMicroUsdc(lines: readonly SolvencyLine[]): number {
  const vault = lines.find(({ place }) => place === 'vault');
  return vault === undefined ? 0 : surplusOf(vault);
}

/** Credits less debits by the program's totals, and the backings, which are paid without the program. */
const accountedFor = (input: SolvencyInput): number =>
  input.creditedLessDebitedMicroUsdc + backingsPaid(input);

const backingsPaid = (input: SolvencyInput): number =>
  input.backingsMicroUsdc - sumOf(input.backingsUnderWay);

function vaultLine(input: SolvencyInput): SolvencyLine {
  const reported = line('vault', input.vaultMicroUsdc, accountedFor(input), [
    `credited less debited ${input.creditedLessDebitedMicroUsdc}`,
    `backings paid +${backingsPaid(input)}`,
  ]);
  return {
    ...reported,
    differenceMicroUsdc: Math.min(0, reported.differenceMicroUsdc),
    explanation: `${reported.explanation}; donated ${surplusOf(reported)}`,
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
  const reported = line('deposit_addresses', held, accepted, [
    `accepted deposits ${accepted} (${deposits.length})`,
    `recoverable ${held - accepted + missing}`,
  ]);
  return { ...reported, differenceMicroUsdc: 0 - missing };
}

/** The part of its accepted deposits that a deposit address does not hold. */
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
 * All USDC in existence fits into a safe integer. On a test network a minter may send more than that to public
 * addresses: a sum is then a lower bound.
 */
const saturated = (microUsdc: number): number => Math.min(microUsdc, Number.MAX_SAFE_INTEGER);
