import { toHex } from '@bellwether/codec';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { postRequest } from '../http-connection';
import { driveHttp, readAnswers } from './http-run';
import { orderBody } from './order-body';
import type { DeskOrder, OrderTerms } from '../trading-desk';
import { SelfSignedDesks } from './self-signed';
import type { Run, Way } from './way';

/** Orders for every lane, and their users' signatures. */
export interface SignedOrders {
  next(lanes: number, each: number): DeskOrder[][];
  signatureOf(order: OrderTerms): Uint8Array;
}

/** `POST /v1/orders` of the gateway, signed by users who hold their own keys. */
export class GatewayOrders implements Way {
  readonly name = 'POST /v1/orders';
  readonly lanes = [64, 1];

  constructor(
    private readonly url: string,
    private readonly desks: SignedOrders,
  ) {}

  static async open(
    exchange: ExchangeUnderTest,
    lanes: number,
    name = 'the gateway',
  ): Promise<GatewayOrders> {
    const desks = await SelfSignedDesks.open(exchange, name, lanes);
    return new GatewayOrders(exchange.gatewayUrl, desks);
  }

  /** @param perSecond in an open loop, at this pace */
  async run(lanes: number, each: number, perSecond?: number): Promise<Run> {
    const orders = this.desks.next(lanes, each);
    const url = `${this.url}/v1/orders`;
    const requests = orders.map((lane) =>
      lane
        .map(({ terms }) => ({
          ...orderBody(terms),
          signature: toHex(this.desks.signatureOf(terms)),
        }))
        .map((body) => postRequest({ url, body: JSON.stringify(body) })),
    );
    const load = await driveHttp(this.url, requests, perSecond);
    return { load, placed: readAnswers(orders, load) };
  }
}
