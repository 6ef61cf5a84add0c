/** What the pipeline does because time passes, on a real journal. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '@bellwether/bus';
import type { Archiving, Command, Exchange } from '@bellwether/exchange';
import type { Pipeline } from '../src/pipeline';
import { incoming, signedCancelAfter, signedOrder } from './incoming';
import { NatsUnderTest } from './nats-under-test';
import {
  alice,
  credit,
  eventThatOpens,
  onlyMarket,
  outcomesOf,
  pipelineOn,
  pushAll,
  restOrders,
} from './pipeline-under-test';
import type { PipelineOptions } from './pipeline-under-test';

let nats: NatsUnderTest;
let bus: Bus;
let shard = 0;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  shard++;
  bus = await nats.bus();
});
afterEach(() => bus.close());

const pipelineWith = (options: PipelineOptions = {}) => pipelineOn({ bus, shard }, options);

describe('a market that ends in slices', () => {
  const ORDERS = 12;

  it('lets other commands run between the ticks that end it', async () => {
    const { pipeline, exchange } = await pipelineWith({ endedPerSlice: 1 });
    const running = pipeline.run();
    await restOrders(pipeline, ORDERS);
    expect(exchange.status().restingOrders).toBe(ORDERS);
    pushAll(pipeline, [
      incoming('admin', {
        kind: 'resolve_market',
        marketId: onlyMarket,
        resolution: 'no',
        price: null,
      }),
    ]);
    // There is always a command that waits.
    let between = 0;
    for (let number = 1; exchange.status().restingOrders > 0; number++) {
      const next = incoming('admin', credit(number));
      pipeline.push(next);
      await outcomesOf([next]);
      const { restingOrders } = exchange.status();
      if (restingOrders > 0 && restingOrders < ORDERS) between++;
    }
    expect(between).toBeGreaterThan(ORDERS / 4);
    pipeline.stop();
    await running;
  });
});

const modeIs = async (pipeline: Pipeline, mode: 'halted' | 'open'): Promise<void> => {
  const command = incoming('admin', { kind: 'set_mode', mode });
  pipeline.push(command);
  expect(await outcomesOf([command])).toEqual(['mode']);
};

describe('events whose time to be archived has come', () => {
  const archiving: Archiving = { afterSeconds: 86_400 };
  /** More than two commands archive. */
  const EVENTS = 33;

  /** Creates events and resolves them. */
  const resolvedEvents = async (pipeline: Pipeline, count: number): Promise<void> => {
    const created = Array.from({ length: count }, (_, number) =>
      incoming('admin', eventThatOpens(0, `e${number}`)),
    );
    const resolved = created.map((_, number) =>
      incoming('admin', { kind: 'resolve_event', eventId: `e${number}`, winner: null }),
    );
    pushAll(pipeline, [...created, ...resolved]);
    await outcomesOf(resolved);
  };
  const whenArchived = async (exchange: Exchange, running: Promise<void>): Promise<void> => {
    const until = async () => {
      while (exchange.events().length > 0) await sleep(5);
    };
    await Promise.race([until(), running.then(() => expect.unreachable('the loop has ended'))]);
  };

  it('are all archived by an engine that begins to lead with archiving configured', async () => {
    const before = await pipelineWith();
    const past = before.pipeline.run();
    await resolvedEvents(before.pipeline, EVENTS);
    before.pipeline.stop();
    await past;
    const clock = () => Date.now() + 2 * 86_400_000;
    const { pipeline, exchange } = await pipelineWith({ archiving, clock });
    expect(exchange.events()).toHaveLength(EVENTS);
    const running = pipeline.run();
    await whenArchived(exchange, running);
    const next = incoming('admin', credit(1));
    pipeline.push(next);
    expect(await outcomesOf([next])).toEqual(['credited']);
    pipeline.stop();
    await running;
  });

  it('while the exchange was halted are archived when it is open again', async () => {
    let nowMs = Date.now();
    const { pipeline, exchange } = await pipelineWith({ archiving, clock: () => nowMs });
    const running = pipeline.run();
    await resolvedEvents(pipeline, 1);
    await modeIs(pipeline, 'halted');
    nowMs += 2 * 86_400_000;
    await modeIs(pipeline, 'open');
    await whenArchived(exchange, running);
    expect(exchange.lastTimestampMs).toBe(nowMs);
    pipeline.stop();
    await running;
  });
});

it('what was due in a halt happens when it is over', async () => {
  let nowMs = Date.now();
  const { pipeline, exchange } = await pipelineWith({ clock: () => nowMs });
  const running = pipeline.run();
  const opensAt = Math.floor(nowMs / 1_000) + 60;
  const money = incoming('admin', { ...credit(0), amount: 1_000_000_000 } as Command);
  const event = incoming('admin', eventThatOpens(opensAt));
  const deadManSwitch = incoming('cancel', signedCancelAfter(alice, { seconds: 60, nonce: 1 }));
  pushAll(pipeline, [money, event]);
  await outcomesOf([event]);
  pushAll(pipeline, [deadManSwitch]);
  expect(await outcomesOf([deadManSwitch])).toEqual(['cancel_after']);
  await modeIs(pipeline, 'halted');
  nowMs += 120_000;
  await modeIs(pipeline, 'open');
  const order = incoming('order', signedOrder(alice, { marketId: onlyMarket, nonce: 1 }));
  pipeline.push(order);
  expect(await outcomesOf([order])).toEqual(['order']);
  expect(exchange.status().restingOrders).toBe(1);
  pipeline.stop();
  await running;
});
