/**
 * Turns events into rows. Pure, so that the rules of history are tested without a database. Several changes of one row
 * within a batch are folded here, so the database sees each row once.
 */
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type {
  CatalogueEvent,
  ExchangeEventOf,
  OrderView,
  SequencedEvent,
} from '@bellwether/exchange';
import type { Records } from '../columns';
import type { StoredOrder } from '../history/order-history';
import { refusalColumns } from '../history/refusal-columns';
import type { Trade } from '../history/trade-history';
import { CaseFold } from './case-rows';
import { eventRowOf } from './event-row';
import { CandleSums } from './candle-sums';
import type { ExpiryChange, HistoryRows, MarketChange, OrderChange } from './history-row-types';
import { postingRowsOf } from './posting-rows';
import type { PostingRow } from './posting-rows';
import { positionRowsOf } from './position-rows';
import type { PositionChangeRow } from './position-rows';

export type * from './history-row-types';

const UNCHANGED_TERMS = { price: null, size: null } as const;

/** Folds events, in order, into the rows and changes they make. */
export function historyRowsOf(events: readonly SequencedEvent[]): HistoryRows {
  const fold = new Fold();
  for (const event of events) fold.add(event);
  return fold.rows();
}

class Fold {
  private readonly catalogueEvents: Records['CatalogueEvent'][] = [];
  private readonly markets = new Map<string, Records['Market']>();
  private readonly marketChanges = new Map<string, MarketChange>();
  private readonly orders = new Map<number, StoredOrder>();
  private readonly orderChanges = new Map<number, OrderChange>();
  private readonly trades: Trade[] = [];
  private readonly refusals: Records['Refusal'][] = [];
  private readonly amendments: Records['Amendment'][] = [];
  private readonly redemptions: Records['Redemption'][] = [];
  private readonly credits: Records['Credit'][] = [];
  private readonly payouts: Records['Payout'][] = [];
  private readonly cases = new CaseFold();
  private readonly expiries = new Map<string, ExpiryChange>();
  private readonly candles = new CandleSums();
  private readonly positionChanges: PositionChangeRow[] = [];
  private readonly postings: PostingRow[] = [];

  rows(): HistoryRows {
    return {
      catalogueEvents: this.catalogueEvents,
      markets: [...this.markets.values()],
      marketChanges: [...this.marketChanges.values()],
      orders: [...this.orders.values()],
      orderChanges: [...this.orderChanges.values()],
      trades: this.trades,
      refusals: this.refusals,
      amendments: this.amendments,
      redemptions: this.redemptions,
      credits: this.credits,
      payouts: this.payouts,
      ...this.cases.rows(),
      expiryChanges: [...this.expiries.values()],
      candles: this.candles.rows(),
      positionChanges: this.positionChanges,
      postings: this.postings,
    };
  }

  add(sequenced: SequencedEvent): void {
    for (const posting of postingRowsOf(sequenced)) this.postings.push(posting);
    for (const change of positionRowsOf(sequenced)) this.positionChanges.push(change);
    this.addRows(sequenced);
  }

  private addRows(sequenced: SequencedEvent): void {
    const { event, seq, index: eventIndex, timestampMs } = sequenced;
    switch (event.kind) {
      case 'order_accepted':
        this.orders.set(event.order.orderId, { ...event.order, updatedMs: timestampMs });
        break;
      case 'trade':
        this.addTrade(event, seq, timestampMs);
        break;
      case 'order_amended':
        this.amendOrder(event.order, timestampMs);
        if (event.nonce !== null) {
          const { user, orderId } = event.order;
          this.amendments.push({ user, orderId, nonce: event.nonce, seq, timestampMs });
        }
        break;
      case 'redeemed':
        this.redemptions.push({ ...event, seq, timestampMs });
        break;
      case 'order_cancelled':
        this.changeOrder({
          ...UNCHANGED_TERMS,
          orderId: event.orderId,
          filled: event.filledSize,
          status: 'cancelled',
          cancelReason: event.reason,
          updatedMs: timestampMs,
        });
        break;
      case 'refused': {
        const { user, nonceKind, nonce, builder, refusal } = event;
        const columns = refusalColumns(refusal);
        this.refusals.push({ user, nonceKind, nonce, builder, ...columns, seq, timestampMs });
        break;
      }
      case 'event_created':
        this.addCatalogueEvent(event.event, seq, timestampMs);
        break;
      case 'market_status':
      case 'market_resolved':
        this.changeMarket(marketChangeOf(event, timestampMs));
        break;
      case 'payout':
        this.payouts.push({ ...event, seq, eventIndex, timestampMs });
        break;
      case 'event_extended':
        this.expiries.set(event.eventId, event);
        break;
      case 'credited':
        this.addCredit(event, { seq, eventIndex, timestampMs });
        break;
      case 'case_proposed':
      case 'case_attested':
      case 'case_challenged':
      case 'case_decided':
      case 'case_withdrawn':
      case 'case_final':
      case 'stake_returned':
      case 'stake_forfeited':
      case 'challenge_rewarded':
        this.cases.add(event, sequenced);
        break;
      default:
        makesNoRow(event);
    }
  }

  private addTrade(event: ExchangeEventOf<'trade'>, seq: number, timestampMs: number): void {
    const { marketId, fill, makerFilled } = event;
    const trade = { ...fill, marketId, seq, timestampMs };
    assert(trade.tradeId > (this.trades.at(-1)?.tradeId ?? 0), 'trade ids rise');
    this.trades.push(trade);
    this.candles.add(trade);
    this.changeOrder({
      ...UNCHANGED_TERMS,
      orderId: fill.makerOrderId,
      filled: makerFilled,
      status: null,
      cancelReason: null,
      updatedMs: timestampMs,
    });
  }

  private addCredit(
    { user, amount: amountMicroUsdc, reference }: ExchangeEventOf<'credited'>,
    place: Pick<Records['Credit'], 'seq' | 'eventIndex' | 'timestampMs'>,
  ): void {
    this.credits.push({ user, amountMicroUsdc, reference, ...place });
  }

  private amendOrder(order: OrderView, updatedMs: number): void {
    const { orderId, price, size, filled, status, cancelReason } = order;
    this.changeOrder({ orderId, price, size, filled, status, cancelReason, updatedMs });
  }

  private changeOrder(change: OrderChange): void {
    const order = this.orders.get(change.orderId);
    if (order === undefined) {
      const known = this.orderChanges.get(change.orderId);
      const price = change.price ?? known?.price ?? null;
      const size = change.size ?? known?.size ?? null;
      this.orderChanges.set(change.orderId, { ...change, price, size });
      return;
    }
    const { filled, cancelReason, updatedMs } = change;
    const price = change.price ?? order.price;
    const size = change.size ?? order.size;
    const status = change.status ?? (filled === size ? 'filled' : 'partially_filled');
    this.orders.set(order.orderId, {
      ...order,
      price,
      size,
      filled,
      status,
      cancelReason,
      updatedMs,
    });
  }

  private addCatalogueEvent(event: CatalogueEvent, createdSeq: number, updatedMs: number): void {
    const { markets } = event;
    this.catalogueEvents.push(eventRowOf(event, createdSeq));
    for (const [position, { marketId, label, status }] of markets.entries()) {
      this.markets.set(toHex(marketId), {
        marketId,
        eventId: event.eventId,
        position,
        label,
        status,
        resolution: null,
        resolutionPrice: null,
        paidMicroUsdc: null,
        updatedMs,
      });
    }
  }

  private changeMarket(change: MarketChange): void {
    const key = toHex(change.marketId);
    const created = this.markets.get(key);
    if (created !== undefined) {
      this.markets.set(key, { ...created, ...onto(created, change) });
      return;
    }
    const earlier = this.marketChanges.get(key);
    this.marketChanges.set(key, earlier === undefined ? change : onto(earlier, change));
  }
}

const onto = (earlier: MarketChange, later: MarketChange): MarketChange => ({
  ...later,
  resolution: later.resolution ?? earlier.resolution,
  resolutionPrice: later.resolutionPrice ?? earlier.resolutionPrice,
  paidMicroUsdc: later.paidMicroUsdc ?? earlier.paidMicroUsdc,
});

/**
 * Kinds without rows here: they only move money or contracts, which ledger and positions have; or repeat what history holds; or are the engine's
 * present state, which the engine serves and whose past is in the journal.
 */
const WITHOUT_ROWS = [
  'mode',
  'fees',
  'delegate_registered',
  'cancel_all',
  'cancel_after',
  'open_order_limit',
  'deposit_credited',
  'gas_charged',
  'gas_settled',
  'withdrawal_accepted',
  'withdrawal_settled',
  'withdrawal_refunded',
  'recovery_authorized',
  'trading_key_allowed',
  'trading_key_ended',
  'withdrawals_paused',
  'revenue_paid',
  'revenue_returned',
  'resolution_rules',
  'source_set',
  'fund_filled',
  'made_good',
  'event_archived',
  'book_level',
  'balance',
  'position',
] as const;

function marketChangeOf(
  event: ExchangeEventOf<'market_status' | 'market_resolved'>,
  updatedMs: number,
): MarketChange {
  const { marketId } = event;
  if (event.kind === 'market_status') {
    const open = { resolution: null, resolutionPrice: null, paidMicroUsdc: null };
    return { marketId, status: event.status, ...open, updatedMs };
  }
  const { resolution, price: resolutionPrice, paidMicroUsdc } = event;
  const status = resolution === 'void' ? 'voided' : 'resolved';
  return { marketId, status, resolution, resolutionPrice, paidMicroUsdc, updatedMs };
}

/** The parameter type forces `addRows` to handle every other kind. */
function makesNoRow({ kind }: ExchangeEventOf<(typeof WITHOUT_ROWS)[number]>): void {
  assert(WITHOUT_ROWS.includes(kind), () => `no rule for the event ${kind}`);
}
