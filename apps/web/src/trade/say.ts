/** Errors in words for people: the effect on the money, then the next step. Codes, paths and stacks are not shown. */
import {
  BellwetherError,
  ConnectionError,
  InvalidAnswerError,
  OutcomeUnknownError,
} from '@bellwether/client';
import type { DetailsOf, ErrorCode } from '@bellwether/client';
import { cents, count, usd, usdExact } from '../money/format';
import { OwnerNotThereError } from './key/owner';
import { UnsavedKeyError } from './key/stored-key';
import { WORDS } from './words/everywhere';

const { errors } = WORDS;

/** Every other code is a refusal that this page does not cause, or a fault of the page: `codes.spec.ts` lists them. */
const SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  ACCOUNT_NOT_FUNDED: errors.notFunded,
  ALREADY_CHALLENGED: errors.challengedBefore,
  AMOUNT_BELOW_GAS: errors.amount,
  AMOUNT_BELOW_MINIMUM: errors.amount,
  BRIDGE_UNAVAILABLE: errors.funding,
  CANCEL_ONLY: errors.cancelOnly,
  CASE_ENDED: errors.caseEnded,
  CASE_FULL: errors.caseFull,
  CHAIN_DISAGREEMENT: errors.funding,
  CHAIN_UNAVAILABLE: errors.funding,
  CLAIM_IS_THE_PROPOSAL: errors.claimStands,
  DEADLINE_EXCEEDED: errors.busy,
  DISK_LOW: errors.halted,
  ENGINE_UNAVAILABLE: errors.unavailable,
  FEE_ABOVE_MAX: errors.fee,
  FOK_NOT_FILLED: errors.price,
  FUNDING_NOT_CONFIGURED: errors.funding,
  FUNDING_UNAVAILABLE: errors.funding,
  HALTED: errors.halted,
  HISTORY_UNAVAILABLE: errors.unavailable,
  INSUFFICIENT_POSITION: errors.position,
  INTERNAL: errors.unavailable,
  MARKET_NOT_ACTIVE: errors.marketPaused,
  NONCE_REUSED: errors.nonce,
  NONCE_TOO_LOW: errors.nonce,
  NOTHING_TO_RECOVER: errors.nothingThere,
  ORDER_NOT_FOUND: errors.gone,
  ORDER_NOT_OPEN: errors.gone,
  ORDER_TOO_SMALL: errors.smallest,
  OVERLOADED: errors.busy,
  POST_ONLY_WOULD_MATCH: errors.crossing,
  RATE_LIMITED: errors.busy,
  RECIPIENT_NOT_A_WALLET: errors.noWallet,
  REDUCE_ONLY_EXCEEDED: errors.position,
  SWAP_UNAVAILABLE: errors.funding,
  TOO_MANY_TRADING_KEYS: errors.keys,
  TRADING_KEY_ENDED: errors.keyEnded,
  TRADING_KEY_UNKNOWN: errors.keyEnded,
  TOO_MANY_OPEN_ORDERS: errors.limits,
  WITHDRAWALS_PAUSED: errors.paused,
};

export function say(error: unknown): string {
  if (error instanceof OwnerNotThereError) return errors.notSigned;
  if (error instanceof UnsavedKeyError) return errors.unsaved;
  if (error instanceof OutcomeUnknownError) return errors.unknown;
  if (error instanceof ConnectionError) return errors.connection;
  if (error instanceof InvalidAnswerError) return errors.answer;
  if (!(error instanceof BellwetherError)) return errors.ours;
  return sayCode(error.code, error.details);
}

type Details = Readonly<Record<string, unknown>>;

/** Codes whose sentence has a number of their details in it. */
const WITH_NUMBERS: Readonly<Partial<Record<ErrorCode, (details: Details) => string>>> = {
  INSUFFICIENT_BALANCE: ({ shortfall }) => errors.balance(usd(whole(shortfall), 'up')),
  FILLED_MEANWHILE: ({ filled }) => errors.filledMeanwhile(count(whole(filled))),
  TRADING_KEY_BOUND: (details) => sayBound(details),
};

const whole = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

const BOUNDS: Readonly<
  Record<DetailsOf<'TRADING_KEY_BOUND'>['bound'], (details: Details) => string>
> = {
  at_most: ({ limit, used, required }) =>
    errors.bound.at_most(usdExact(whole(limit)), usdExact(whole(used)), usd(whole(required), 'up')),
  price_band: ({ price, limit }) =>
    errors.bound.price_band(cents(whole(price)), cents(whole(limit))),
  redeem: () => errors.bound.redeem,
};

function sayBound(details: Details): string {
  const { bound } = details;
  return isBound(bound) ? BOUNDS[bound](details) : errors.refused;
}

const isBound = (bound: unknown): bound is keyof typeof BOUNDS =>
  typeof bound === 'string' && Object.hasOwn(BOUNDS, bound);

/** @param details of the refusal, as the interface lists them */
export function sayCode(code: string, details: Details): string {
  const sayIt = WITH_NUMBERS[code as ErrorCode];
  return sayIt?.(details) ?? SENTENCES[code as ErrorCode] ?? errors.refused;
}

/** For the support: it names the request, and nothing secret. */
export const detailsOf = (error: unknown): string | null =>
  error instanceof BellwetherError ? `${error.code}, request ${error.requestId}` : null;
