/** Maps events to the markets and users of their channels. */
import type { ExchangeEvent, ExchangeEventOf, ExchangeEventWithout } from '@bellwether/exchange';

/** The market whose book, status or trades the event changes; `undefined` if none. */
export function marketOf(event: ExchangeEvent): Uint8Array | undefined {
  switch (event.kind) {
    case 'book_level':
    case 'trade':
    case 'market_status':
    case 'market_resolved':
      return event.marketId;
    case 'order_cancelled':
    case 'payout':
    case 'redeemed':
    case 'position':
    case 'cancel_all':
      return undefined; // the user's alone: what the book shows of them comes as its levels
    case 'case_proposed': // the status of its markets says it
      return undefined;
    default:
      return ofNoMarket(event);
  }
}

/** The markets whose entries in the catalogue the event changes. */
export function catalogueMarketsOf(event: ExchangeEvent): readonly Uint8Array[] {
  if (event.kind === 'case_proposed' || event.kind === 'case_decided')
    return event.endings.map(({ marketId }) => marketId);
  const marketId = marketOf(event);
  return marketId === undefined ? [] : [marketId];
}

/** What the channel `cases` shows. */
const OF_CASES = [
  'case_proposed',
  'case_attested',
  'case_challenged',
  'case_decided',
  'case_withdrawn',
  'case_final',
] as const;
export type CaseNewsEvent = ExchangeEventOf<(typeof OF_CASES)[number]>;
const KINDS_OF_CASES: ReadonlySet<string> = new Set(OF_CASES);
/** Asked of each event that a gateway takes. */
export const isOfCases = (event: ExchangeEvent): event is CaseNewsEvent =>
  KINDS_OF_CASES.has(event.kind);

const ofNoMarket: (event: ExchangeEventWithout<'marketId'>) => undefined = () => undefined;

/** The users notified of the event: two for a trade, otherwise one or none. The two always differ. */
export function usersOf(event: ExchangeEvent): readonly Uint8Array[] {
  switch (event.kind) {
    case 'trade':
      return [event.fill.maker, event.fill.taker];
    case 'order_accepted':
    case 'order_amended':
      return [event.order.user];
    case 'order_cancelled':
    case 'trading_key_allowed':
    case 'trading_key_ended':
    case 'refused':
    case 'payout':
    case 'redeemed':
    case 'credited':
    case 'made_good':
    case 'challenge_rewarded':
    case 'deposit_credited':
    case 'gas_charged':
    case 'withdrawal_accepted':
    case 'withdrawal_settled':
    case 'withdrawal_refunded':
    case 'balance':
    case 'position':
      return [event.user];
    case 'revenue_paid':
      // To a wallet it is the source's own account, which nobody follows.
      return event.withdrawalId === null ? [event.user] : [];
    default:
      return withoutUpdate(event);
  }
}

/** Of a user, but only the answer shows it, or the balance that comes with it. */
type WithoutUpdate =
  | 'cancel_all'
  | 'cancel_after'
  | 'gas_settled'
  | 'recovery_authorized'
  | 'delegate_registered'
  | 'open_order_limit'
  | 'revenue_returned'
  | 'case_challenged'
  | 'stake_returned'
  | 'stake_forfeited';

/** Each other kind that names a user is a case of `usersOf` and of a user's update: the compiler finds a missing one. */
export const withoutUpdate: (
  event: ExchangeEventWithout<'user' | 'order' | 'fill'> | ExchangeEventOf<WithoutUpdate>,
) => readonly Uint8Array[] = () => [];
