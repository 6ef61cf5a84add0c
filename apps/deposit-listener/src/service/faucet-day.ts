import type { FundingRequest } from '@bellwether/bus';
import { DAY_MS, LAMPORTS_PER_NATIVE_UNIT, MICRO_USDC_PER_USDC } from '@bellwether/funding';
import { rateLimited } from '@bellwether/runtime';

type Token = FundingRequest<'faucet'>['token'];

/** The faucet's limit per day, in whole units. */
export type FaucetDayLimits = Readonly<Record<Token, number>>;

const BASE_UNITS: Readonly<Record<Token, number>> = {
  usdc: MICRO_USDC_PER_USDC,
  native: LAMPORTS_PER_NATIVE_UNIT,
};

/** The amount given since midnight, UTC, by this process: a restart forgets it. */
export class FaucetDay {
  private day = 0;
  private given: Record<Token, number> = { usdc: 0, native: 0 };

  constructor(private readonly limits: FaucetDayLimits) {}

  /** In base units. */
  most(token: Token): number {
    return this.limits[token] * BASE_UNITS[token];
  }

  /** @throws CodedError RATE_LIMITED */
  take(token: Token, amount: number, nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS);
    if (day > this.day) [this.day, this.given] = [day, { usdc: 0, native: 0 }];
    if (this.given[token] + amount > this.most(token)) {
      const units = this.limits[token];
      const limit = { requests: units, perMs: DAY_MS, burst: units };
      throw rateLimited(`faucet_day_${token}`, limit, (this.day + 1) * DAY_MS - nowMs);
    }
    this.given[token] += amount;
  }
}
