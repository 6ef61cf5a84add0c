/**
 * What the resolution of a large market costs: each user holds a contract of it, it is resolved, and one user trades
 * another market through the gateway meanwhile. The apps have the memory of their manifests.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import type { PublicClient } from '@bellwether/client';
import { toHex } from '@bellwether/codec';
import type { Result, Run } from '../harness/scenario';
import { quantilesOf } from '../harness/statistics';
import { holders } from './history';
import { READ_TIMEOUT_MS, eventOf, historyIsThere, oneTrader } from './one-trader';

const HOLDERS = 1_000_000;
const QUICK_HOLDERS = 10_000;
const BEFORE_MS = 10_000;
const PACE_MS = 20;

export async function resolution(run: Run): Promise<Result> {
  const count = run.number('holders', HOLDERS, QUICK_HOLDERS);
  run.say(`writing ${count} holders`);
  const {
    bus,
    reads,
    written: large,
    traded,
    peaks,
  } = await oneTrader(run, async (writer) => {
    const marketId = await eventOf(writer, 'large');
    await writer.writeAll(holders(count, marketId));
    return marketId;
  });
  const endMs = performance.now() + BEFORE_MS;
  const before = await traded(() => performance.now() > endMs);

  run.say('resolves');
  const startedMs = performance.now();
  const secondsFrom = () => Number(((performance.now() - startedMs) / 1_000).toFixed(1));
  let isPaid = false;
  const beside = traded(() => isPaid);
  await resolveMarket(bus, large);
  const readsTook = await whenPaid(reads, large);
  isPaid = true;
  const paidSeconds = secondsFrom();
  const during = await beside;
  await historyIsThere(reads);
  return {
    figures: {
      holders: count,
      orders: { before: quantilesOf(before), beside: quantilesOf(during) },
      reads: quantilesOf(readsTook),
      paid_seconds: { engine: paidSeconds, history: secondsFrom() },
      peak_mib: peaks(),
    },
  };
}

async function resolveMarket(bus: Bus, marketId: Uint8Array): Promise<void> {
  const ending = { resolution: 'yes', price: null } as const;
  const command = { kind: 'resolve_market', marketId, ...ending } as const;
  const engine = new EngineClient({ shard: 0, bus });
  await engine.send('admin', command, { requestId: 'bench', timeoutMs: READ_TIMEOUT_MS });
}

/** Reads the market until no user holds it. @returns how long each read took, in milliseconds */
async function whenPaid(reads: PublicClient, marketId: Uint8Array): Promise<number[]> {
  const took: number[] = [];
  for (let open = 1; open > 0;) {
    const askedMs = performance.now();
    const options = { deadlineMs: READ_TIMEOUT_MS };
    ({ open_interest: open } = await reads.market(toHex(marketId), options));
    took.push(performance.now() - askedMs);
    await sleep(PACE_MS);
  }
  return took;
}
