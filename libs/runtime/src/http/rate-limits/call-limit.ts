import { MAX_BUCKETS } from './default-rates';
import { monotonicNow } from './address-limits';
import { RateBuckets } from './rate-buckets';
import type { RateLimit } from './rate-limit';
import { rateLimited } from './rate-limited';

export interface CallLimitOptions {
  /** Its name in errors, such as `faucet_of_recipient`. */
  readonly name: string;
  /** null: no limit. */
  readonly limit: RateLimit | null;
  readonly maxBuckets?: number;
  /** Milliseconds, never falling. */
  readonly now?: () => number;
}

/** A limit of one kind of call, by any key. */
export class CallLimit {
  private readonly buckets: RateBuckets;

  constructor(private readonly options: CallLimitOptions) {
    this.buckets = new RateBuckets(options.maxBuckets ?? MAX_BUCKETS);
  }

  /** @throws CodedError RATE_LIMITED */
  charge(key: string): void {
    const { name, limit, now = monotonicNow } = this.options;
    if (limit === null) return;
    const { isAdmitted, retryAfterMs } = this.buckets.take(key, limit, now());
    if (!isAdmitted) throw rateLimited(name, limit, retryAfterMs);
  }
}
