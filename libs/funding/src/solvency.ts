/**
 * Whether the chains hold what the exchange owes. Three places, each with what must be there and why; a difference in
 * any of them is told with its lines, so that whoever is woken reads numbers and not a verdict.
 */
import { believe } from '@bellwether/errors';
import { SOLVENCY_ROUNDS_BEFORE_ALARM } from './limits';

/** Money that one side has booked and the other not yet, by the id under which both know it. */
export interface InFlight {
  readonly id: string;
  readonly microUsdc: number;
}

export interface SolvencyInput {
  /** The vault's token account. */
  readonly vaultMicroUsdc: number;
  /** The token accounts of all proxy wallets together. */
  readonly proxiesMicroUsdc: number;
  /** USDC in the token accounts of all deposit addresses together. */
  readonly depositAddressesMicroUsdc: number;
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
  /** USDC of accepted deposits that still lies at deposit addresses. What lies there beside it is its users'. */
  readonly depositsAtAddress: readonly InFlight[];
}

export const SOLVENCY_PLACES = ['vault', 'proxies', 'deposit_addresses'] as const;
export type SolvencyPlace = (typeof SOLVENCY_PLACES)[number];

export interface SolvencyLine {
  readonly place: SolvencyPlace;
  readonly heldMicroUsdc: number;
  readonly expectedMicroUsdc: number;
  /** Held less expected. At deposit addresses only what is missing counts: a surplus is recoverable by its users. */
  readonly differenceMicroUsdc: number;
  /** What the expectation is made of, in words and numbers. */
  readonly explanation: string;
}

export interface SolvencyRound {
  readonly differenceMicroUsdc: number;
  readonly lines: readonly SolvencyLine[];
}

export function solvencyRound(input: SolvencyInput): SolvencyRound {
  const lines = [vaultLine(input), proxiesLine(input), addressesLine(input)];
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

function vaultLine(input: SolvencyInput): SolvencyLine {
  const credits = sumOf(input.creditsUnderWay);
  const debits = sumOf(input.debitsUnderWay);
  const backings = sumOf(input.backingsUnderWay);
  const expected = input.ledgerMicroUsdc + credits - debits - backings;
  return line('vault', input.vaultMicroUsdc, expected, [
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

function addressesLine(input: SolvencyInput): SolvencyLine {
  const accepted = sumOf(input.depositsAtAddress);
  const held = input.depositAddressesMicroUsdc;
  const told = line('deposit_addresses', held, accepted, [
    `accepted deposits ${accepted} (${input.depositsAtAddress.length})`,
    `recoverable ${Math.max(0, held - accepted)}`,
  ]);
  return { ...told, differenceMicroUsdc: Math.min(0, told.differenceMicroUsdc) };
}

const line = (
  place: SolvencyPlace,
  heldMicroUsdc: number,
  expectedMicroUsdc: number,
  parts: readonly string[],
): SolvencyLine => ({
  place,
  heldMicroUsdc,
  expectedMicroUsdc,
  differenceMicroUsdc: heldMicroUsdc - expectedMicroUsdc,
  explanation: parts.join('; '),
});

function sumOf(amounts: readonly InFlight[]): number {
  const sum = amounts.reduce((total, { microUsdc }) => total + microUsdc, 0);
  believe(Number.isSafeInteger(sum), 'all money is a safe integer');
  return sum;
}
