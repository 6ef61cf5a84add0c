import { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { CommandOf } from '@bellwether/exchange';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { SelfSignedDesks } from '../ways/self-signed';
import type { FloodMeter } from './flood-meter';

const SHARD = 0;
const DESKS = 64;
/** Signed beforehand; sent again and again, as most of them are turned away. */
const ORDERS_OF_DESK = 400;
/** Three times what the engine keeps waiting: it must turn away. */
const UNDER_WAY = 12_288;

/**
 * Signed orders straight to the engine, as a gateway sends them, each sent anew as soon as it is answered or turned
 * away. They match nothing and rest nowhere. @returns when they are under way
 */
export async function floodWithOrders(exchange: ExchangeUnderTest, meter: FloodMeter) {
  const bus = await exchange.connect('gateway');
  const engine = new EngineClient({ bus, shard: SHARD });
  const desks = await SelfSignedDesks.open(exchange, 'the flood', DESKS);
  const commands = desks.next(DESKS, 1).flatMap(([first]) =>
    Array.from({ length: ORDERS_OF_DESK }, (_, index): CommandOf<'order'> => {
      const terms = {
        ...first!.terms,
        side: 'buy' as const,
        outcome: 'yes' as const,
        orderType: 'ioc' as const,
        price: 100,
        size: 1,
        nonce: index + 1,
      };
      const signature = desks.signatureOf(terms);
      return { kind: 'order', ...terms, feeBps: 0, builder: null, signature };
    }),
  );
  // A desk's orders one after the other, all desks in turn.
  const turns = commands.map(
    (_, at) => commands[(at % DESKS) * ORDERS_OF_DESK + Math.floor(at / DESKS)]!,
  );
  let next = 0;
  const lane = async (): Promise<never> => {
    for (;;) {
      const command = turns[next++ % turns.length]!;
      meter.asked++;
      try {
        await engine.send('order', command, { requestId: 'flood' });
        meter.done++;
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        meter.refused++;
      }
    }
  };
  for (let lanes = 0; lanes < UNDER_WAY; lanes++) void lane();
}
