import { toBase58, toHex } from '@bellwether/codec';
import { encodeCancel } from '@bellwether/canonical-message';
import { MAX_BATCH_OPERATIONS } from '@bellwether/exchange';
import { z } from 'zod';
import type { ExchangeUnderTest } from './exchange-under-test';
import { HttpConnection, postRequest } from '../load/http-connection';
import { driveOver } from '../load/drive';
import type { PlacedOrder } from '../load/placed-order';
import type { OrderTerms } from '../load/trading-pair';
import { orderBody } from '../load/order-body';
import { TradingPairs } from './trading-pairs';
import { requireSuccess } from './order-ways';
import type { Way, WayRun } from './way';

/** Half of a batch places orders, the other half cancels those of the batch before. */
const PLACES = MAX_BATCH_OPERATIONS / 2;
/** 10 contracts at 0.30 USD: more than the dollar that the resting minimum asks for. */
const PRICE_BPS = 3_000;
const SIZE = 10;

const placedAnswer = z.object({ seq: z.int(), order_id: z.int(), status: z.literal('resting') });
const cancelledAnswer = z.object({ order_id: z.int(), status: z.literal('cancelled') });
const batchAnswer = z.object({
  results: z.array(z.object({ status: z.literal(200), body: z.unknown() })),
});

const FIXED_TERMS = {
  price: PRICE_BPS,
  size: SIZE,
  side: 'buy',
  outcome: 'yes',
  orderType: 'post_only',
} as const;

const NAMES = ['places and cancels, alone', 'places and cancels, 20 a batch'] as const;

export async function placesAndCancels(exchange: ExchangeUnderTest, lanes: number): Promise<Way[]> {
  const ways: Way[] = [];
  for (const name of NAMES) {
    const pairs = await TradingPairs.open(exchange, name, lanes);
    ways.push(new PlacesAndCancels(name, exchange.gatewayUrl, pairs));
  }
  return ways;
}

/**
 * A market maker that quotes: it places orders and cancels those that it placed before, with one request each or 20 in
 * one.
 */
class PlacesAndCancels implements Way {
  readonly lanes = [16];
  private readonly nonces = new Map<Uint8Array, number>();
  /** The orders of the previous step. */
  private readonly resting = new Map<Uint8Array, readonly number[]>();

  constructor(
    readonly name: (typeof NAMES)[number],
    private readonly url: string,
    private readonly pairs: TradingPairs,
  ) {}

  /** `each` counts operations, as latencies do. */
  async run(lanes: number, each: number): Promise<WayRun> {
    const turns = Math.ceil(each / MAX_BATCH_OPERATIONS);
    const makers = this.pairs.next(lanes, 1).map(([order]) => order!.terms);
    const placed: PlacedOrder[] = [];
    const open = async () => {
      const line = await HttpConnection.open(this.url);
      const exchange = (maker: OrderTerms) =>
        this.name === NAMES[0]
          ? this.oneByOne(maker, line, placed)
          : this.inOne(maker, line, placed);
      return { exchange, close: () => line.close() };
    };
    const requests = makers.map((maker) => Array.from({ length: turns }, () => maker));
    const load = await driveOver(open, requests);
    return { load, placed, operations: lanes * turns * MAX_BATCH_OPERATIONS };
  }

  private async oneByOne(
    maker: OrderTerms,
    line: HttpConnection,
    placed: PlacedOrder[],
  ): Promise<void> {
    for (let count = 0; count < PLACES; count++) {
      const order = placedAnswer.parse(await this.ask(line, '/v1/orders', this.place(maker)));
      placed.push(asPlaced(order));
      const cancel = this.cancel(maker, order.order_id);
      cancelledAnswer.parse(await this.ask(line, '/v1/orders/cancel', cancel));
    }
  }

  /** Ten cancels and ten places. The first batch has nothing to cancel. */
  private async inOne(
    maker: OrderTerms,
    line: HttpConnection,
    placed: PlacedOrder[],
  ): Promise<void> {
    const resting = this.resting.get(maker.user) ?? [];
    const operations = [
      ...resting.map((orderId) => ({ cancel: this.cancel(maker, orderId) })),
      ...Array.from({ length: PLACES }, () => ({ place: this.place(maker) })),
    ];
    const answer = await this.ask(line, '/v1/orders/batch', { operations });
    const { results } = batchAnswer.parse(answer);
    const orders = results
      .slice(resting.length)
      .map(({ body }) => asPlaced(placedAnswer.parse(body)));
    for (const order of orders) placed.push(order);
    this.resting.set(
      maker.user,
      orders.map(({ orderId }) => orderId),
    );
  }

  private async ask(line: HttpConnection, path: string, body: object): Promise<unknown> {
    const url = `${this.url}${path}`;
    const reply = await line.exchange(postRequest({ url, body: JSON.stringify(body) }));
    return JSON.parse(requireSuccess(reply).toString());
  }

  private place({ user, marketId }: OrderTerms): object {
    const nonce = (this.nonces.get(user) ?? 1_000_000) + 1;
    this.nonces.set(user, nonce);
    const terms = { ...FIXED_TERMS, user, marketId, nonce };
    return { ...orderBody(terms), signature: toHex(this.pairs.signatureOf(terms)) };
  }

  private cancel({ user, marketId }: OrderTerms, orderId: number): object {
    const message = encodeCancel({ user, marketId, orderId });
    const signature = toHex(this.pairs.keys.sign(message, user));
    return { user: toBase58(user), market_id: toHex(marketId), order_id: orderId, signature };
  }
}

const asPlaced = ({ seq, order_id: orderId, status }: z.infer<typeof placedAnswer>) => ({
  seq,
  orderId,
  status,
  filled: 0,
  fills: 0,
});
