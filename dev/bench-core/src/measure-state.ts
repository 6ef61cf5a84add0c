/**
 * The child process for the exchange at rest: a million orders on the books of a thousand markets, 100,000 accounts. How
 * long it stands still for a snapshot, and how fast it comes back from one. Prints one line of JSON.
 */
import { performance } from 'node:perf_hooks';
import { Exchange, type SequencedCommand } from '@bellwether/exchange';
import { accountKey, marketKey } from './keys';
import { START_MS, creditCommands, eventCommands, networkOptions, numbered } from './set-up';
import type { WorkloadShape } from './workload';

export interface StateMeasurement {
  readonly restingOrders: number;
  readonly accounts: number;
  readonly snapshotMs: number;
  readonly snapshotBytes: number;
  readonly restoreMs: number;
}

const SHAPE: WorkloadShape = {
  name: 'state',
  markets: 1_000,
  accounts: 100_000,
  accountsPerMarket: 100,
  depth: 1_000,
  warmUp: 0,
  measured: 0,
  seed: 1,
  holding: 0,
  credit: 50_000_000_000,
};
const SAMPLES = 5;
const LEVELS = 100;

/** Orders that never meet: bids below 5000, asks above. */
function* orders(shape: WorkloadShape, firstSeq: number): Generator<SequencedCommand> {
  const signature = new Uint8Array(64);
  const users = Array.from({ length: shape.accounts }, (_, account) => accountKey(account));
  const markets = Array.from({ length: shape.markets }, (_, market) => marketKey(market));
  for (let index = 0; index < shape.markets * shape.depth; index++) {
    const account = index % shape.accounts;
    const round = Math.floor(index / shape.accounts);
    const isBid = round % 2 === 0;
    const seq = firstSeq + index;
    yield {
      seq,
      timestampMs: START_MS,
      lane: 'order',
      command: {
        kind: 'order',
        user: users[account]!,
        // An account trades in one market, on both sides of its book.
        marketId: markets[account % shape.markets]!,
        outcome: isBid ? 'yes' : 'no',
        side: 'buy',
        price: 4_900 + (Math.floor(account / shape.markets) % LEVELS),
        size: 1 + (index % 100),
        orderType: 'gtc',
        nonce: seq,
        feeBps: 0,
        builder: null,
        signature,
      },
    };
  }
}

function main(): void {
  const exchange = new Exchange(networkOptions(SHAPE));
  const setUp = numbered([eventCommands(SHAPE.markets), creditCommands(SHAPE)]);
  for (const command of setUp) exchange.apply(command);
  for (const command of orders(SHAPE, exchange.lastSeq + 1)) exchange.apply(command);

  const { restingOrders, accounts } = exchange.status();
  const snapshots = timed(() => exchange.snapshot());
  const restores = timed(() => Exchange.restore(snapshots.last, networkOptions(SHAPE).expected));
  if (restores.last.stateHash() !== exchange.stateHash()) throw new Error('restored another state');
  const measurement: StateMeasurement = {
    restingOrders,
    accounts,
    snapshotMs: snapshots.medianMs,
    snapshotBytes: snapshots.last.length,
    restoreMs: restores.medianMs,
  };
  process.stdout.write(`${JSON.stringify(measurement)}\n`);
}

function timed<T>(run: () => T): { last: T; medianMs: number } {
  const times: number[] = [];
  let last = run();
  for (let sample = 0; sample < SAMPLES; sample++) {
    const start = performance.now();
    last = run();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { last, medianMs: Math.round(times[times.length >> 1]! * 10) / 10 };
}

main();
