/**
 * Work for a connection that no endpoint does, by weight. It is charged to a budget of its own, and to that of its
 * address.
 */
import { CONNECTION_WORK_BURST, CONNECTION_WORK_PER_SECOND } from '@bellwether/api';
import { RateBucket, rateLimited } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';
import type { GatewayLimits } from '../rate-limits/gateway-limits';

const LIMIT: RateLimit = {
  requests: CONNECTION_WORK_PER_SECOND,
  perMs: 1_000,
  burst: CONNECTION_WORK_BURST,
};

export class ConnectionWork {
  private readonly bucket = new RateBucket();

  constructor(
    private readonly limits: Pick<GatewayLimits, 'chargeWork'>,
    private readonly address: string,
  ) {}

  /** @throws CodedError RATE_LIMITED: the work is not done */
  charge(weight: number): void {
    const { isAdmitted, retryAfterMs } = this.bucket.take(LIMIT, performance.now(), weight);
    if (!isAdmitted) throw rateLimited('connection_work', LIMIT, retryAfterMs);
    this.limits.chargeWork(this.address, weight);
  }
}
