import { MAX_REVENUE_DAYS, daysOf } from '@bellwether/api';
import type { BuilderRevenueQuery, OwnTradesQuery } from '@bellwether/api';
import { toBase58, toHex } from '@bellwether/codec';
import { CodedError, assert } from '@bellwether/errors';
import type { BuilderRevenueHistory, BuilderStore, TradeHistory } from '@bellwether/persistence';
import type { Caller } from '../envelope/authenticator';
import type { SignerLimits } from '../envelope/signer-limits';

const DAY_SECONDS = 86_400;
/** The default range: a month, including the day that is not over. */
const USUAL_DAYS = 30;
/** As the signer wrote it: every byte is part of the name. */
const exactUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer. */
export class BuilderReads {
  constructor(
    private readonly store: Pick<BuilderStore, 'builder' | 'keys'>,
    private readonly history: BuilderRevenueHistory,
    private readonly trades: Pick<TradeHistory, 'ofBuilder'>,
    private readonly limits: Pick<SignerLimits, 'ordersLeft'>,
    /** Unix time in milliseconds. */
    private readonly nowMs: () => number,
  ) {}

  async builder({ builderId, keyId }: Caller) {
    const [builder, keys, userCount] = await Promise.all([
      this.store.builder(builderId),
      this.store.keys(builderId),
      this.history.userCountOf(builderId),
    ]);
    assert(builder !== null, 'a key belongs to a builder');
    const described = keys.map((key) => ({
      ...key,
      keyId: toHex(key.keyId),
      ordersLeft: key.revokedMs === null ? this.limits.ordersLeft(key) : null,
    }));
    return { ...builder, userCount, keyId: toHex(keyId), keys: described };
  }

  /** `next`: the last of these, where more follow. */
  async users(
    { builderId }: Caller,
    { limit, after }: { readonly limit: number; readonly after?: Uint8Array | undefined },
  ) {
    const users = await this.history.usersOf(builderId, { limit: limit + 1, after });
    const shown = users.slice(0, limit).map(({ userId, ...user }) => ({
      ...user,
      userId: userId === null ? null : exactUtf8.decode(userId),
    }));
    const last = users.length > limit ? shown.at(-1) : undefined;
    return { users: shown, next: last === undefined ? null : toBase58(last.user) };
  }

  /** Users that any of its keys made, newest first. */
  tradesOf({ builderId }: Caller, { marketId, page }: OwnTradesQuery) {
    return this.trades.ofBuilder(builderId, page, marketId);
  }

  /** @throws CodedError VALIDATION_FAILED for a range that is too long, or that ends before it begins */
  async revenue({ builderId }: Caller, { fromSeconds, toSeconds, marketId }: BuilderRevenueQuery) {
    const end = toSeconds ?? Math.floor(this.nowMs() / 1_000) + 1;
    const range = daysOf(fromSeconds ?? Math.max(0, end - USUAL_DAYS * DAY_SECONDS), end);
    const days = range.toDay - range.fromDay;
    if (days > MAX_REVENUE_DAYS || days < 1) {
      throw new CodedError('VALIDATION_FAILED', {
        field: 'from',
        value: fromSeconds ?? null,
        expected: `before \`to\`, by at most ${MAX_REVENUE_DAYS} days; \`to\` is now where it is absent`,
      });
    }
    return { ...range, ...(await this.history.ofBuilder(builderId, { ...range, marketId })) };
  }
}
