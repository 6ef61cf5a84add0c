/** The pipeline alone, on a real journal, and what Alice sends it. */
import { EventPublisher, Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { marketIdOf } from '@bellwether/canonical-message';
import { ENDED_PER_SLICE, Exchange } from '@bellwether/exchange';
import type { Archiving, Command } from '@bellwether/exchange';
import { Metrics, createLogger } from '@bellwether/runtime';
import { verify } from '@bellwether/signature';
import type { DiskMode } from '../src/ingress/disk-watch';
import type { IngressLimits } from '../src/ingress/ingress';
import { catchUp } from '../src/leadership/catch-up';
import { LeaderLease } from '../src/leadership/leader-lease';
import { Pipeline } from '../src/pipeline';
import { Snapshots } from '../src/snapshots/snapshots';
import { EngineMetrics } from '../src/telemetry/engine-metrics';
import { SnapshotMetrics } from '../src/telemetry/snapshot-metrics';
import { InlineSignatureChecks } from '../src/verify/signature-checks';
import { incoming, signedOrder, testUser } from './incoming';
import type { TestIncoming } from './incoming';

const log = createLogger({ service: 'test', level: 'silent' });

export interface TestDisk {
  mode: DiskMode;
  isOut: boolean;
}

export interface PipelineOptions extends IngressLimits {
  readonly disk?: TestDisk;
  readonly maxPendingEvents?: number;
  readonly clock?: () => number;
  readonly archiving?: Archiving;
  readonly endedPerSlice?: number;
}

/** The pipeline of an engine that has caught up. The test runs it. */
export async function pipelineOn(
  { bus, shard }: { readonly bus: Bus; readonly shard: number },
  {
    maxPendingEvents = 1_000,
    clock = Date.now,
    disk = { mode: 'everything', isOut: false },
    // On a loaded machine any command may wait long.
    maxOrderAgeMs = Infinity,
    archiving,
    endedPerSlice = ENDED_PER_SLICE,
    ...limits
  }: PipelineOptions = {},
) {
  const exchange = new Exchange({ network: 'test', endedPerSlice });
  const journal = new Journal({ network: 'test', shard }, { bus, log });
  const publisher = new EventPublisher(
    { shard, maxPendingEvents },
    { bus, log, onBroken: (error) => log.fatal({ err: error }, 'publishing ended') },
  );
  const registry = new Metrics({ service: 'test' });
  const snapshots = new Snapshots({
    identity: { network: 'test', shard },
    exchange,
    journal,
    folder: undefined,
    everyCommands: 1_000_000,
    metrics: new SnapshotMetrics(registry),
    log,
  });
  const { signal } = new AbortController();
  const elapsedMs = () => performance.now();
  const lease = new LeaderLease({ connection: bus, elapsedMs, timeMs: Date.now });
  const clockWatch = { isSure: true, whenSure: async () => {} };
  const written = { exchange, journal, publisher, lease, snapshots, clock, clockWatch, log };
  await catchUp(written, { signal });
  const metrics = new EngineMetrics(registry);
  const signatures = new InlineSignatureChecks(verify);
  const pipeline = new Pipeline(
    { ...limits, maxOrderAgeMs },
    { ...written, signatures, metrics, disk, archiving: archiving ?? null },
  );
  return { pipeline, exchange, journal, publisher };
}

export const alice = testUser(1);

/** Makes two events: the credit and the balance. */
export const credit = (number: number): Command => ({
  kind: 'test_credit',
  user: alice.user,
  amount: 1,
  reference: `${number}`,
});
/** @param opensAt Unix seconds */
export const eventThatOpens = (opensAt: number, eventId = 'e'): Command => ({
  kind: 'create_event',
  eventId,
  question: 'q',
  description: '',
  category: { name: 'sport', sub: 'tennis' },
  expiry: 4_000_000_000,
  mutuallyExclusive: false,
  feeBps: null,
  opensAt,
  labels: ['only'],
});

export async function outcomesOf(commands: readonly TestIncoming[]): Promise<string[]> {
  const outcomes = await Promise.all(commands.map(({ outcome }) => outcome));
  return outcomes.map((outcome) =>
    'code' in outcome ? outcome.code : outcome.answer.reply.body.kind,
  );
}

export const pushAll = (pipeline: Pipeline, commands: readonly TestIncoming[]): void => {
  for (const command of commands) pipeline.push(command);
};

export const onlyMarket = marketIdOf({ network: 'test', eventId: 'e', label: 'only' });

/** Orders of Alice's that are open in a market of an event of their own. @returns their ids */
export async function restOrders(pipeline: Pipeline, count: number): Promise<number[]> {
  const money = incoming('admin', { ...credit(0), amount: 1_000_000_000 } as Command);
  pushAll(pipeline, [money, incoming('admin', eventThatOpens(0))]);
  await outcomesOf([money]);
  const resting = Array.from({ length: count }, (_, nonce) =>
    incoming('order', signedOrder(alice, { marketId: onlyMarket, nonce: nonce + 1 })),
  );
  pushAll(pipeline, resting);
  const outcomes = await Promise.all(resting.map(({ outcome }) => outcome));
  return outcomes.map((outcome) => {
    const body = 'code' in outcome ? undefined : outcome.answer.reply.body;
    return body?.kind === 'order' ? body.order.orderId : 0;
  });
}
