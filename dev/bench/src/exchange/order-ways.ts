/** Every way in for an order: its request, its connection, and how its answer is read. */
import { createHmac } from 'node:crypto';
import type { Bus } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import type { Answer, CommandOf } from '@bellwether/exchange';
import { ORDER_STATUSES } from '@bellwether/exchange';
import { z } from 'zod';
import { order } from '../load/commands';
import { driveOver } from '../load/drive';
import type { Connection } from '../load/drive';
import { HttpConnection, postRequest } from '../load/http-connection';
import type { HttpReply } from '../load/http-connection';
import { orderBody } from '../load/order-body';
import { requireAsMeant } from '../load/placed-order';
import type { PlacedOrder } from '../load/placed-order';
import { SocketConnection, textFrame } from '../load/socket-connection';
import { TradingPair } from '../load/trading-pair';
import type { OrderTerms } from '../load/trading-pair';
import { BARE_ROUTE } from '../peer/peers';
import type { SignedOrders } from './trading-pairs';
import { EngineOrders, readAnswer } from './engine-orders';
import type { ExchangeUnderTest } from './exchange-under-test';
import type { Way, WayName } from './way';

const SUBMIT = '/v1/submit';
const BUILDER_FEE_BPS = 10;

interface Entrance<Request, Reply> {
  readonly lanes: readonly number[];
  readonly open: () => Promise<Connection<Request, Reply>>;
  /** @param place the order's index in its lane */
  readonly encode: (terms: OrderTerms, place: number) => Request;
  /** Null: it places nothing. @throws Error at an answer that is no success */
  readonly read: (reply: Reply) => PlacedOrder | null;
}

/** @throws Error if an answer is not the one to its order */
function orderWay<Request, Reply>(
  name: WayName,
  pairs: SignedOrders,
  { lanes: wayLanes, open, encode, read }: Entrance<Request, Reply>,
): Way {
  return {
    name,
    lanes: wayLanes,
    async run(lanes, each, perSecond) {
      const orders = pairs.next(lanes, each);
      const requests = orders.map((lane) => lane.map(({ terms }, place) => encode(terms, place)));
      const load = await driveOver(open, requests, perSecond);
      const placed = orders.flatMap((lane, index) =>
        lane.flatMap((meant, place) => {
          const one = read(load.replies[index]![place]!);
          if (one === null) return [];
          requireAsMeant(meant, one);
          return [one];
        }),
      );
      return { load, placed };
    },
  };
}

/** `POST /v1/orders` of the gateway, signed by users who hold their own keys. */
export const gatewayOrders = ({ gatewayUrl }: ExchangeUnderTest, pairs: SignedOrders): Way =>
  orderWay('POST /v1/orders', pairs, {
    lanes: [64, 1],
    open: () => HttpConnection.open(gatewayUrl),
    encode: (terms) => post(`${gatewayUrl}/v1/orders`, signed(pairs, terms)),
    read: readReply,
  });

/** The same over the gateway's WebSocket, with a connection for each lane, as over HTTP. */
export const socketOrders = ({ gatewayUrl }: ExchangeUnderTest, pairs: SignedOrders): Way =>
  orderWay('order over the socket', pairs, {
    lanes: [64, 1],
    open: () => SocketConnection.open(gatewayUrl),
    encode: (terms, place) =>
      textFrame(JSON.stringify({ op: 'order', id: String(place), body: signed(pairs, terms) })),
    read: readReply,
  });

/** `POST /v1/submit` of the signer: the full envelope, a builder's fee, and a key that the signer derives and signs with. */
export const signerSubmits = (exchange: ExchangeUnderTest, pairs: SignedOrders): Way =>
  orderWay('POST /v1/submit', pairs, {
    lanes: [64, 1],
    open: () => HttpConnection.open(exchange.signerUrl),
    // Made when it is sent, as an envelope is valid for 30 seconds.
    encode(terms) {
      const body = JSON.stringify({ ...orderBody(terms), fee_bps: BUILDER_FEE_BPS });
      const headers = envelope(exchange, body);
      return postRequest({ url: `${exchange.signerUrl}${SUBMIT}`, body, headers });
    },
    read: readReply,
  });

export function engineOrders(bus: Bus, pairs: SignedOrders): Way {
  const engine = new EngineOrders(bus);
  return orderWay<CommandOf<'order'>, Answer>('engine over NATS', pairs, {
    lanes: [64, 256, 1],
    open: async () => ({ exchange: engine.send, close: () => undefined }),
    encode: (terms) => order(terms, pairs.signatureOf(terms)),
    read: readAnswer,
  });
}

/** The peer: the same bodies as `POST /v1/orders`, to a route that only passes them on to an echo. */
export function bareRoute(name: 'bare route' | 'bare route, our mux', url: string): Way {
  const nobody = new Uint8Array(32).fill(1);
  const pair = new TradingPair(new Uint8Array(32), [nobody, nobody]);
  const pairs = {
    next: (lanes: number, each: number) => Array.from({ length: lanes }, () => pair.next(each)),
    signatureOf: () => new Uint8Array(64),
  };
  return orderWay(name, pairs, {
    lanes: [64, 1],
    open: () => HttpConnection.open(url),
    encode: (terms) => post(`${url}${BARE_ROUTE}`, signed(pairs, terms)),
    read(reply) {
      requireSuccess(reply);
      return null;
    },
  });
}

const signed = (pairs: SignedOrders, terms: OrderTerms) => ({
  ...orderBody(terms),
  signature: toHex(pairs.signatureOf(terms)),
});

const post = (url: string, body: object): Buffer =>
  postRequest({ url, body: JSON.stringify(body) });

function envelope({ builder }: ExchangeUnderTest, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', Buffer.from(builder.secret, 'base64'))
    .update(`${timestamp}POST${SUBMIT}${body}`)
    .digest('hex');
  return { 'X-Api-Key': builder.api_key, 'X-Timestamp': timestamp, 'X-Signature': signature };
}

/** @returns the body. @throws Error at an answer other than 200 */
export function requireSuccess({ status, body }: HttpReply): Buffer {
  if (status === 200) return body;
  throw new Error(`answered ${status}: ${body.toString('utf8', 0, 200)}`);
}

const submitted = z.object({
  seq: z.int(),
  order_id: z.int(),
  status: z.enum(ORDER_STATUSES),
  filled: z.int(),
  fills: z.array(z.unknown()),
});

function readReply(reply: HttpReply): PlacedOrder {
  const answer = submitted.parse(JSON.parse(requireSuccess(reply).toString()));
  const { seq, order_id: orderId, status, filled, fills } = answer;
  return { seq, orderId, status, filled, fills: fills.length };
}
