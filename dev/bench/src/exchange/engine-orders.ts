import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { Answer, CommandOf } from '@bellwether/exchange';
import { order } from '../load/commands';
import type { PlacedOrder } from '../load/placed-order';
import type { OrderTerms } from '../load/trading-pair';

const SHARD = 0;
const REQUEST = { requestId: 'benchmark' };

/** Sends to the engine directly, as the gateway does: binary, all over one connection. */
export class EngineOrders {
  readonly client: EngineClient;

  constructor(bus: Bus) {
    this.client = new EngineClient({ bus, shard: SHARD });
  }

  readonly send = (command: CommandOf<'order'>): Promise<Answer> =>
    this.client.send('order', command, REQUEST);

  async place(terms: OrderTerms, signature: Uint8Array): Promise<PlacedOrder> {
    return readAnswer(await this.send(order(terms, signature)));
  }
}

export function readAnswer({ reply: { seq, body } }: Answer): PlacedOrder {
  if (body.kind !== 'order') throw new Error(`the engine answered ${JSON.stringify(body)}`);
  const { orderId, status, filled } = body.order;
  return { seq, orderId, status, filled, fills: body.fills.length };
}
