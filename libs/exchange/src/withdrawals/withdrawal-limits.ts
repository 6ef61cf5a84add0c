import type { WithdrawalLimits } from '../command';
import { DAY_MS, dayOf } from '../utc-day';

/** Four may be open at once: an honest user rarely has two. Thirty a day: more than one an hour around the clock. */
export const DEFAULT_WITHDRAWAL_LIMITS: WithdrawalLimits = { openPerUser: 4, dailyPerUser: 30 };

/** Counts each account's withdrawals on the day of the latest accepted one, and holds the limits; null: none. */
export class WithdrawalQuota {
  limits: WithdrawalLimits | null = null;
  /** Days since 1970, UTC. */
  private day = 0;
  private readonly accepted = new Map<number, number>();

  acceptedOn(account: number, timestampMs: number): number {
    return dayOf(timestampMs) === this.day ? (this.accepted.get(account) ?? 0) : 0;
  }

  /** Counts only while limits are set. */
  accept(account: number, timestampMs: number): void {
    if (this.limits === null) return;
    const day = dayOf(timestampMs);
    if (day !== this.day) this.accepted.clear();
    this.day = day;
    this.accepted.set(account, (this.accepted.get(account) ?? 0) + 1);
  }

  /** For a snapshot: sorted by account, as a map's order depends on its history. */
  image(): { day: number; accepted: { account: number; count: number }[] } {
    const accepted = [...this.accepted]
      .map(([account, count]) => ({ account, count }))
      .toSorted((a, b) => a.account - b.account);
    return { day: this.day, accepted };
  }

  load({ day, accepted }: ReturnType<WithdrawalQuota['image']>): void {
    this.day = day;
    this.accepted.clear();
    for (const { account, count } of accepted) this.accepted.set(account, count);
  }
}

/** The next midnight UTC, in Unix seconds, when the daily count starts again. */
export const nextDaySeconds = (timestampMs: number): number =>
  ((dayOf(timestampMs) + 1) * DAY_MS) / 1_000;
