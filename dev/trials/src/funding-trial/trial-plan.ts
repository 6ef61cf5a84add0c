/** What the users of a trial do, drawn from a seed: who deposits what where, and takes how much out again. */
import type { Random } from '@bellwether/seeded-random';
import { USDC } from '../../../e2e/src/scenario';

export type DepositKind = 'main_usdc' | 'main_native' | 'ext_usdc' | 'ext_token' | 'ext_native';
export type WithdrawalKind = 'main' | 'ext' | 'default';

export interface PlannedDeposit {
  readonly kind: DepositKind;
  /** In base units of what is sent. */
  readonly amount: number;
  /** What must be credited for it. */
  readonly microUsdc: number;
}

export interface PlannedWithdrawal {
  readonly kind: WithdrawalKind;
  readonly microUsdc: number;
}

export interface PlannedUser {
  /** The first is USDC on main, and enough for all withdrawals. */
  readonly deposits: readonly PlannedDeposit[];
  readonly withdrawals: readonly PlannedWithdrawal[];
}

/** The status of a user's deposits lists the last ten. */
export const DEPOSITS_A_USER = 10;
const WITHDRAWALS_A_USER = 3;

/** Bridged ones and those that are paid directly into the same proxy wallet, about as many of each. */
const KINDS: Readonly<Record<DepositKind, number>> = {
  ext_usdc: 35,
  ext_token: 8,
  ext_native: 8,
  main_usdc: 40,
  main_native: 9,
};
const WITHDRAWALS: Readonly<Record<WithdrawalKind, number>> = { ext: 45, main: 35, default: 20 };

/** 150 USDC a native unit of 10^9, 0.02 USDC a token of 10^5: amounts that leave no fraction of a micro-USDC. */
const BASE_UNITS_OF_3_MICRO_USDC = { ext_native: 20, main_native: 20, ext_token: 15 } as const;

/** Amounts are all different: none that is missing can hide behind one that came twice. */
class Amounts {
  private given = 0;

  /** @returns multiples of 3 micro-USDC */
  of(leastUsdc: number, most: number, random: Random): number {
    this.given++;
    return (
      3 * (random.between((leastUsdc * USDC) / 3_000, (most * USDC) / 3_000) * 1_000 + this.given)
    );
  }
}

/** @param deposits in all; there are three withdrawals for ten of them */
export function planUsers(deposits: number, random: Random): readonly PlannedUser[] {
  const amounts = new Amounts();
  const users: PlannedUser[] = [];
  for (let left = deposits; left > 0; left -= DEPOSITS_A_USER) {
    const count = Math.min(left, DEPOSITS_A_USER);
    const first = amounts.of(90, 120, random);
    const others = Array.from({ length: count - 1 }, () => plannedDeposit(random, amounts));
    const withdrawals = Array.from(
      { length: Math.ceil((count * WITHDRAWALS_A_USER) / DEPOSITS_A_USER) },
      () => plannedWithdrawal(random, amounts),
    );
    users.push({
      deposits: [{ kind: 'main_usdc', amount: first, microUsdc: first }, ...others],
      withdrawals,
    });
  }
  return users;
}

/** From the least that is taken to each chain. */
function plannedWithdrawal(random: Random, amounts: Amounts): PlannedWithdrawal {
  const kind = random.weighted(WITHDRAWALS);
  return {
    kind,
    microUsdc: kind === 'main' ? amounts.of(3, 15, random) : amounts.of(15, 18, random),
  };
}

function plannedDeposit(random: Random, amounts: Amounts): PlannedDeposit {
  const kind = random.weighted(KINDS);
  if (kind === 'ext_usdc' || kind === 'main_usdc') {
    const microUsdc = amounts.of(2, 60, random);
    return { kind, amount: microUsdc, microUsdc };
  }
  const microUsdc = amounts.of(8, 40, random);
  return { kind, amount: (microUsdc / 3) * BASE_UNITS_OF_3_MICRO_USDC[kind], microUsdc };
}
