import { toHex } from '@bellwether/codec';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { postRequest } from '../http-connection';
import { driveHttp, readAnswers } from './http-run';
import { orderBody } from './order-body';
import { SelfSignedDesks } from './self-signed';
import type { Run, Way } from './way';

/** `POST /v1/orders` of the gateway, signed by users who hold their own keys. */
export class GatewayOrders implements Way {
  readonly name = 'POST /v1/orders';
  readonly lanes = [64, 1];

  private constructor(
    private readonly url: string,
    private readonly desks: SelfSignedDesks,
  ) {}

  static async open(exchange: ExchangeUnderTest, lanes: number): Promise<GatewayOrders> {
    const desks = await SelfSignedDesks.open(exchange, 'the gateway', lanes);
    return new GatewayOrders(exchange.gatewayUrl, desks);
  }

  async run(lanes: number, each: number): Promise<Run> {
    const url = `${this.url}/v1/orders`;
    const orders = this.desks.next(lanes, each);
    const requests = orders.map((lane) =>
      lane
        .map(({ terms }) => ({
          ...orderBody(terms),
          signature: toHex(this.desks.signatureOf(terms)),
        }))
        .map((body) => postRequest({ url, body: JSON.stringify(body) })),
    );
    const load = await driveHttp(this.url, requests);
    return { load, placed: readAnswers(orders, load) };
  }
}
