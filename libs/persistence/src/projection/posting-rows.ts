import { postingsOf } from '@bellwether/exchange';
import type {
  ExchangeEvent,
  ExchangeEventWithout,
  MoneyEvent,
  Posting,
  SequencedEvent,
} from '@bellwether/exchange';

/** A posting with its position in the journal and its context. */
export interface PostingRow extends Posting {
  readonly seq: number;
  readonly eventIndex: number;
  readonly kind: MoneyEvent;
  readonly tradeId: number | null;
  /** The market for a payout or a redemption, the vault's transaction for a deposit, the withdrawal's id for a withdrawal. */
  readonly reference: Uint8Array | null;
  readonly timestampMs: number;
}

/** The postings of one event; none if it moves no money. */
export function postingRowsOf(sequenced: SequencedEvent): PostingRow[] {
  const { event, seq, index: eventIndex, timestampMs } = sequenced;
  const facts = factsOf(event);
  if (facts === null) return NONE;
  const { kind, tradeId, reference } = facts;
  return postingsOf(event).map(({ account, owner, amount }) => ({
    account,
    owner,
    amount,
    kind,
    tradeId,
    reference,
    seq,
    eventIndex,
    timestampMs,
  }));
}

const NONE: PostingRow[] = [];

type Facts = Pick<PostingRow, 'kind' | 'tradeId' | 'reference'>;

/** `null` for events that move no money. */
function factsOf(event: ExchangeEvent): Facts | null {
  switch (event.kind) {
    case 'trade':
      return { kind: event.kind, tradeId: event.fill.tradeId, reference: null };
    case 'payout':
    case 'redeemed':
      return { kind: event.kind, tradeId: null, reference: event.marketId };
    case 'deposit_credited':
      return { kind: event.kind, tradeId: null, reference: event.txSignature };
    case 'withdrawal_accepted':
    case 'withdrawal_settled':
    case 'withdrawal_refunded':
      return { kind: event.kind, tradeId: null, reference: event.withdrawalId };
    case 'revenue_paid':
    case 'revenue_returned':
      return { kind: event.kind, tradeId: null, reference: event.withdrawalId };
    case 'credited':
    case 'gas_settled':
    case 'case_challenged':
    case 'stake_returned':
    case 'stake_forfeited':
    case 'challenge_rewarded':
    case 'fund_filled':
    case 'made_good':
      return { kind: event.kind, tradeId: null, reference: null };
    case 'gas_charged':
    case 'market_resolved':
    case 'case_final':
      return null;
    default:
      return movesNothing(event);
  }
}

const movesNothing: (
  event: ExchangeEventWithout<'amount' | 'paidMicroUsdc' | 'fill'>,
) => null = () => null;
