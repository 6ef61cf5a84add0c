import { EngineClient } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import type { CommandOf } from '@bellwether/exchange';
import type { ExchangeUnderTest } from '../exchange-under-test';
import { SelfSignedDesks } from '../ways/self-signed';
import type { FloodMeter } from './flood-meter';

const SHARD = 0;
const DESKS = 64;
/** Three times what the engine keeps waiting: it must turn away. */
const UNDER_WAY = 12_288;

/**
 * Signed orders straight to the engine, as a gateway sends them: as soon as one is answered or turned away, the next one goes
 * out. They match nothing and rest nowhere. @returns when they are under way
 */
export async function floodWithOrders(exchange: ExchangeUnderTest, meter: FloodMeter) {
  const bus = await exchange.connect('gateway');
  const engine = new EngineClient({ bus, shard: SHARD });
  const desks = await SelfSignedDesks.open(exchange, 'the flood', DESKS);
  const traders = desks.next(DESKS, 1).map(([first]) => ({ ...first!.terms, nonce: 0 }));
  /** None is like another: the engine carries out what it takes in, and recalls no answer. */
  const nextOf = (trader: (typeof traders)[number]): CommandOf<'order'> => {
    trader.nonce++;
    const terms = {
      ...trader,
      side: 'buy' as const,
      outcome: 'yes' as const,
      orderType: 'ioc' as const,
      price: 100,
      size: 1,
    };
    return {
      kind: 'order',
      ...terms,
      feeBps: 0,
      builder: null,
      signature: desks.signatureOf(terms),
    };
  };
  const lane = async (trader: (typeof traders)[number]): Promise<never> => {
    for (;;) {
      meter.asked++;
      try {
        const { reply } = await engine.send('order', nextOf(trader), { requestId: 'flood' });
        if (reply.body.kind === 'refused')
          throw new Error(`an order of the flood: ${reply.body.code}`);
        meter.done++;
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        meter.refused++;
      }
    }
  };
  for (let lanes = 0; lanes < UNDER_WAY; lanes++) void lane(traders[lanes % DESKS]!);
}
