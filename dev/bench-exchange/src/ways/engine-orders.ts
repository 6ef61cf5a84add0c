import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { Answer, CommandOf } from '@bellwether/exchange';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { drive } from '../load';
import { requireAsMeant } from '../placed-order';
import type { PlacedOrder } from '../placed-order';
import { SelfSignedDesks } from './self-signed';
import type { Run, Way } from './way';

const SHARD = 0;

/** Orders straight to the engine, as the gateway sends them: binary, all lanes over one connection. */
export class EngineOrders implements Way {
  readonly name = 'engine over NATS';
  readonly lanes = [64, 256, 1];
  private readonly engine: EngineClient;

  private constructor(
    bus: Bus,
    private readonly desks: SelfSignedDesks,
  ) {
    this.engine = new EngineClient({ bus, shard: SHARD });
  }

  static async open(exchange: ExchangeUnderTest, bus: Bus, lanes: number): Promise<EngineOrders> {
    const desks = await SelfSignedDesks.open(exchange, 'the engine', lanes);
    return new EngineOrders(bus, desks);
  }

  /** Desks with an event each, newer than all others: those that a list shows. */
  static async openListed(exchange: ExchangeUnderTest, bus: Bus, lanes: number) {
    const desks = await SelfSignedDesks.open(exchange, 'the list', lanes, 1);
    return new EngineOrders(bus, desks);
  }

  async run(lanes: number, each: number): Promise<Run> {
    const orders = this.desks.next(lanes, each);
    const commands = orders.map((lane) =>
      lane.map(({ terms }): CommandOf<'order'> => {
        const signature = this.desks.signatureOf(terms);
        return { kind: 'order', ...terms, feeBps: 0, builder: null, signature };
      }),
    );
    const exchange = (command: CommandOf<'order'>) =>
      this.engine.send('order', command, { requestId: 'benchmark' });
    const load = await drive(commands.map((requests) => ({ requests, exchange })));
    const placed = orders.flatMap((lane, index) =>
      lane.map((order, place) => {
        const read = readAnswer(load.replies[index]?.[place]);
        requireAsMeant(order, read);
        return read;
      }),
    );
    return { load, placed };
  }
}

export function readAnswer(answer: Answer | undefined): PlacedOrder {
  if (answer?.reply.body.kind !== 'order') {
    throw new Error(`the engine answered ${JSON.stringify(answer?.reply.body)}`);
  }
  const { order, fills } = answer.reply.body;
  const { orderId, status, filled } = order;
  return { seq: answer.reply.seq, orderId, status, filled, fills: fills.length };
}
