/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers, in the form of its revisions 03 to 06: three numbers and a
 * policy. Present clients and proxies read these (express-rate-limit's `draft-6`, Kong, Envoy). Later revisions put the
 * same into one structured field under the same name, which present clients would misread.
 */
import { refillMs } from './rate-limit';
import type { RateLimit } from './rate-limit';

export const RATE_HEADER_NAMES = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
] as const;
type RateHeaders = Readonly<Record<(typeof RATE_HEADER_NAMES)[number], string>>;

const SECOND_MS = 1_000;
const seconds = (ms: number): number => Math.ceil(ms / SECOND_MS);

/** A burst, and the seconds in which all of it is available again: `120;w=3;comment="user_orders"`. */
const policyOf = (name: string, limit: RateLimit): string =>
  `${limit.burst};w=${seconds(refillMs(limit))};comment="${name}"`;

export const rateHeaders = (
  name: string,
  limit: RateLimit,
  state: { readonly remaining: number; readonly resetAfterMs: number },
): RateHeaders => ({
  'ratelimit-limit': String(limit.burst),
  'ratelimit-remaining': String(state.remaining),
  'ratelimit-reset': String(seconds(state.resetAfterMs)),
  'ratelimit-policy': policyOf(name, limit),
});
