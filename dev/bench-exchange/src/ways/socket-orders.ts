import { toHex } from '@bellwether/codec';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { drive } from '../load';
import { readAnswers, requireSuccess } from './http-run';
import { orderBody } from './order-body';
import { SelfSignedDesks } from './self-signed';
import { SocketConnection, textFrame } from './socket-connection';
import type { Run, Way } from './way';

/** Orders over the gateway's WebSocket, signed by users who hold their own keys: a connection each, as over HTTP. */
export class SocketOrders implements Way {
  readonly name = 'order over the socket';
  readonly lanes = [64, 1];

  private constructor(
    private readonly url: string,
    private readonly desks: SelfSignedDesks,
  ) {}

  static async open(exchange: ExchangeUnderTest, lanes: number): Promise<SocketOrders> {
    const desks = await SelfSignedDesks.open(exchange, 'the socket', lanes);
    return new SocketOrders(exchange.gatewayUrl, desks);
  }

  async run(lanes: number, each: number): Promise<Run> {
    const orders = this.desks.next(lanes, each);
    const frames = orders.map((lane) =>
      lane.map(({ terms }, place) => {
        const signature = toHex(this.desks.signatureOf(terms));
        const body = { ...orderBody(terms), signature };
        return textFrame(JSON.stringify({ op: 'order', id: String(place), body }));
      }),
    );
    const connections = await Promise.all(frames.map(() => SocketConnection.open(this.url)));
    try {
      const load = await drive(
        connections.map(({ exchange }, lane) => ({ requests: frames[lane] ?? [], exchange })),
      );
      requireSuccess(this.name, load);
      return { load, placed: readAnswers(orders, load) };
    } finally {
      for (const connection of connections) connection.close();
    }
  }
}
