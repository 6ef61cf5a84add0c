import type { Code } from '@bellwether/errors';
import type { CommandKind, Invariant } from '@bellwether/exchange';
import type { Metrics } from '@bellwether/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** Seconds. An append takes about a millisecond, or as long as the server is away. */
const APPEND_BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10];
const RECORD_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

/** The engine's queues and position, read at each scrape. */
export interface EngineGauges {
  readonly waitingOrders: number;
  readonly waitingUrgent: number;
  readonly waitingChecked: number;
  readonly waitingQueries: number;
  readonly pendingEvents: number;
  readonly seq: number;
  readonly epoch: number;
}

const GAUGES: Readonly<Record<keyof EngineGauges, [name: string, help: string]>> = {
  waitingOrders: ['waiting_orders', 'Orders that came and are not yet checked.'],
  waitingUrgent: [
    'waiting_urgent',
    'Cancels, admin and funding commands taken in and not yet checked.',
  ],
  waitingChecked: ['waiting_checked', 'Commands being checked, or checked and not yet sequenced.'],
  waitingQueries: ['waiting_questions', 'Questions not yet answered.'],
  pendingEvents: ['pending_events', 'Events not yet in the event stream.'],
  seq: ['seq', 'Commands applied since the journal began.'],
  epoch: ['epoch', 'Engine processes that wrote the journal, this one included.'],
};

/** Labels are kinds and codes, which the contract bounds. */
export class EngineMetrics {
  private readonly registry: Registry;
  private readonly applied: Counter<'kind'>;
  private readonly rejected: Counter<'code'>;
  /** In a flood most rejections have one code, so its counter is looked up once. */
  private readonly rejectedOf = new Map<Code, Counter.Internal>();
  private readonly breaches: Counter<'invariant'>;
  private readonly appendSeconds: Histogram;
  private readonly recordCommands: Histogram;
  private readonly proofs: Counter;
  private readonly unsaidRefusals: Counter;
  private readonly replacedRecords: Counter;

  constructor({ registry }: Metrics) {
    this.registry = registry;
    const registers = [registry];
    this.applied = new Counter({
      name: 'bellwether_engine_commands_total',
      help: 'Commands that were journaled and applied, refusals included.',
      labelNames: ['kind'],
      registers,
    });
    this.rejected = new Counter({
      name: 'bellwether_engine_turned_away_total',
      help: 'Commands that never reached the journal, by code.',
      labelNames: ['code'],
      registers,
    });
    this.breaches = new Counter({
      name: 'bellwether_engine_breaches_total',
      help: 'Broken invariants: any at all needs a person.',
      labelNames: ['invariant'],
      registers,
    });
    this.appendSeconds = new Histogram({
      name: 'bellwether_engine_append_seconds',
      help: 'Time until a journal record was known to be durable.',
      buckets: APPEND_BUCKETS,
      registers,
    });
    this.recordCommands = new Histogram({
      name: 'bellwether_engine_record_commands',
      help: 'Commands of a journal record.',
      buckets: RECORD_BUCKETS,
      registers,
    });
    this.proofs = new Counter({
      name: 'bellwether_engine_proofs_total',
      help: 'Records of the engine alone, written to prove that it leads, as somebody asked it something.',
      registers,
    });
    this.unsaidRefusals = new Counter({
      name: 'bellwether_engine_unsaid_refusals_total',
      help: 'Refusals that nobody was told, as another engine may have led: unknown outcomes to their callers.',
      registers,
    });
    this.replacedRecords = new Counter({
      name: 'bellwether_engine_replaced_records_total',
      help: 'Records with nothing but commands past their deadlines that gave way to an empty one.',
      registers,
    });
  }

  watch(read: () => EngineGauges): void {
    for (const [key, [name, help]] of Object.entries(GAUGES)) {
      new Gauge({
        name: `bellwether_engine_${name}`,
        help,
        registers: [this.registry],
        collect(this: Gauge): void {
          this.set(valueOf(read(), key));
        },
      });
    }
  }

  countApplied(kind: CommandKind): void {
    this.applied.inc({ kind });
  }

  countRejected(code: Code): void {
    const counted = this.rejectedOf.get(code) ?? this.rejected.labels(code);
    this.rejectedOf.set(code, counted);
    counted.inc();
  }

  countBreach(invariant: Invariant): void {
    this.breaches.inc({ invariant });
  }

  observeRecord(commands: number, seconds: number): void {
    this.recordCommands.observe(commands);
    this.appendSeconds.observe(seconds);
  }

  countProof(): void {
    this.proofs.inc();
  }

  countUnsaidRefusals(count: number): void {
    this.unsaidRefusals.inc(count);
  }

  countReplacedRecord(): void {
    this.replacedRecords.inc();
  }
}

const valueOf = (gauges: EngineGauges, key: string): number =>
  Object.entries(gauges).find(([name]) => name === key)?.[1] ?? 0;
