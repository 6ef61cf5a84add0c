import { describe, expect, it } from 'vitest';
import type { CatalogueEvent, OrderView, SequencedEvent } from '@bellwether/exchange';
import { EventScript, START_MS, key16, key32 } from '../../test/event-script';
import { historyRowsOf } from './history-rows';

function acceptedIn(placed: SequencedEvent | undefined): OrderView {
  if (placed?.event.kind !== 'order_accepted') throw new Error('no order was accepted');
  return placed.event.order;
}

const rowsOf = (script: EventScript) => historyRowsOf(script.events);

describe('orders', () => {
  it('stand as the command that placed them left them', () => {
    const { orders } = rowsOf(
      new EventScript().next().order({ orderId: 7, status: 'filled', filled: 10 }),
    );
    expect(orders).toMatchObject([
      { orderId: 7, status: 'filled', filled: 10, updatedMs: START_MS },
    ]);
  });

  it.each([
    ['a part of it', 4, 'partially_filled'],
    ['all of it', 10, 'filled'],
  ])('that a trade of the same batch fills, %s', (_, makerFilled, status) => {
    const script = new EventScript().next().order({ orderId: 7, size: 10 });
    script.next(5).trade({ tradeId: 1, makerOrderId: 7, quantity: makerFilled }, { makerFilled });
    const { orders, orderChanges } = rowsOf(script);
    expect(orders).toMatchObject([{ status, filled: makerFilled, updatedMs: START_MS + 5 }]);
    expect(orderChanges).toEqual([]);
  });

  it('of earlier batches get one change each, the last one', () => {
    const script = new EventScript().next();
    script.trade({ tradeId: 1, makerOrderId: 7 }, { makerFilled: 3 });
    script.trade({ tradeId: 2, makerOrderId: 7 }, { makerFilled: 6 });
    script.next(9).add({
      kind: 'order_cancelled',
      orderId: 7,
      user: key32(1),
      marketId: key32(100),
      filledSize: 6,
      cancelledSize: 4,
      releasedMicroUsdc: 2_000_000,
      reason: 'market_closed',
    });
    expect(rowsOf(script).orderChanges).toEqual([
      {
        orderId: 7,
        price: null,
        size: null,
        filled: 6,
        status: 'cancelled',
        cancelReason: 'market_closed',
        updatedMs: START_MS + 9,
      },
    ]);
  });

  it('keep the terms of a change when more happens to them', () => {
    const script = new EventScript().next();
    const [placed] = new EventScript().next().order({ orderId: 7 }).events;
    const order = { ...acceptedIn(placed), price: 4_100, size: 9, filled: 2 };
    script.add({ kind: 'order_amended', order, keptPlace: false, nonce: 8 });
    script.next().trade({ tradeId: 2, makerOrderId: 7 }, { makerFilled: 9 });
    expect(rowsOf(script).orderChanges).toMatchObject([
      { orderId: 7, price: 4_100, size: 9, filled: 9, status: null },
    ]);
  });
});

describe('trades', () => {
  it('become rows with market, seq and time, and candles', () => {
    const { trades, candles } = rowsOf(
      new EventScript().next(3).trade({ tradeId: 5, quantity: 2, price: 4_000 }),
    );
    expect(trades).toMatchObject([
      { tradeId: 5, marketId: key32(100), seq: 1, timestampMs: START_MS + 3, quantity: 2 },
    ]);
    expect(candles).toHaveLength(5);
  });

  it('must have rising ids', () => {
    const script = new EventScript().next().trade({ tradeId: 5 }).trade({ tradeId: 5 });
    expect(() => rowsOf(script)).toThrow('trade ids rise');
  });
});

describe('the catalogue', () => {
  const event: CatalogueEvent = {
    eventId: 'e1',
    question: 'Who wins?',
    description: '',
    category: { name: 'sports', sub: 'chess' },
    expiry: 2_000_000_000,
    mutuallyExclusive: true,
    feeBps: 700,
    makerRebatePct: 20,
    opensAt: null,
    createdMs: START_MS,
    markets: [
      { label: 'A', marketId: key32(100), status: 'active' },
      { label: 'B', marketId: key32(101), status: 'active' },
    ],
  };
  const created = () => new EventScript().next().add({ kind: 'event_created', event });
  const resolved = { resolution: 'void', price: 3_000, paidMicroUsdc: 77 } as const;

  it('has its markets in order of the outcomes', () => {
    const { catalogueEvents, markets } = rowsOf(created());
    expect(catalogueEvents).toMatchObject([{ eventId: 'e1', createdSeq: 1 }]);
    expect(markets.map(({ label, position, status }) => [label, position, status])).toEqual([
      ['A', 0, 'active'],
      ['B', 1, 'active'],
    ]);
  });

  it('changes a market within the batch that made it', () => {
    const script = created()
      .next(4)
      .add({ kind: 'market_resolved', marketId: key32(101), ...resolved });
    const { markets, marketChanges } = rowsOf(script);
    expect(markets[1]).toMatchObject({
      label: 'B',
      status: 'voided',
      resolution: 'void',
      resolutionPrice: 3_000,
      paidMicroUsdc: 77,
      updatedMs: START_MS + 4,
    });
    expect(marketChanges).toEqual([]);
  });

  it('keeps a resolution under a later change of status', () => {
    const script = new EventScript()
      .next()
      .add({ kind: 'market_status', marketId: key32(100), status: 'closed' })
      .add({ kind: 'market_resolved', marketId: key32(100), ...resolved, resolution: 'yes' })
      .add({ kind: 'market_status', marketId: key32(100), status: 'resolved' });
    expect(rowsOf(script).marketChanges).toMatchObject([
      { status: 'resolved', resolution: 'yes', paidMicroUsdc: 77 },
    ]);
  });
});

describe('the rest', () => {
  it('keeps refusals, credits and payouts with their places', () => {
    const refusal = { code: 'FOK_NOT_FILLED', details: [], order: null } as const;
    const script = new EventScript()
      .next()
      .add({
        kind: 'refused',
        user: key32(1),
        nonceKind: 'order',
        nonce: 9,
        builder: key16(1),
        refusal: { ...refusal, details: [] },
      })
      .next()
      .add({ kind: 'credited', user: key32(1), amount: 5, reference: 'r' })
      .add({
        kind: 'payout',
        marketId: key32(100),
        user: key32(1),
        yesContracts: 1,
        noContracts: 2,
        paidMicroUsdc: 3,
      });
    const rows = rowsOf(script);
    expect(rows.refusals).toMatchObject([{ nonce: 9, builder: key16(1), seq: 1 }]);
    expect(rows.credits).toMatchObject([{ seq: 2, eventIndex: 0, amountMicroUsdc: 5 }]);
    expect(rows.payouts).toMatchObject([{ seq: 2, eventIndex: 1, noContracts: 2 }]);
  });

  it('makes no rows of what only the engine keeps', () => {
    const script = new EventScript()
      .next()
      .add({ kind: 'mode', mode: 'halted' })
      .add({ kind: 'fees', categories: [] })
      .add({ kind: 'delegate_registered', user: key32(1), builderId: 'b' })
      .add({ kind: 'cancel_all', user: key32(1), marketId: null, nonce: 1, count: 0 })
      .add({ kind: 'open_order_limit', user: key32(1), maxOpenOrders: 5 })
      .add({
        kind: 'gas_charged',
        user: key32(1),
        chargeSeq: 1,
        amount: 5,
        purpose: 'p',
        gasDebt: 5,
      })
      .add({ kind: 'withdrawals_paused', paused: true });
    for (const rows of Object.values(rowsOf(script))) expect(rows).toEqual([]);
  });
});
