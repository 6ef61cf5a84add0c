import type { Applied, Overdue } from '@bellwether/persistence';
import type { Metrics } from '@bellwether/runtime';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { CheckedLedger } from './ledger-check';

/** Seconds: a transaction of one event takes 5 ms, one of a thousand orders some tenths of a second. */
const TRANSACTION_BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

export interface LagGauges {
  readonly messages: number | null;
  readonly seconds: number | null;
}

export class ProjectorMetrics {
  private readonly registry: Registry;
  private readonly events: Counter<'what'>;
  private readonly failures: Counter;
  private readonly seconds: Histogram;
  private readonly seq: Gauge;
  private readonly ledgerDifference: Gauge;
  private readonly ledgerSeq: Gauge;
  private readonly overdueMarkets: Gauge;
  private readonly overdueCases: Gauge;
  private readonly contradictedCases: Gauge;

  constructor({ registry }: Metrics) {
    this.registry = registry;
    const registers = [registry];
    this.events = new Counter({
      name: 'bellwether_projector_events_total',
      help: 'Events written to history, and events that were in it already.',
      labelNames: ['what'],
      registers,
    });
    this.failures = new Counter({
      name: 'bellwether_projector_failures_total',
      help: 'Attempts to take in events that failed and are made again.',
      registers,
    });
    this.seconds = new Histogram({
      name: 'bellwether_projector_transaction_seconds',
      help: 'Time of a transaction that wrote events.',
      buckets: TRANSACTION_BUCKETS,
      registers,
    });
    this.seq = new Gauge({
      name: 'bellwether_projector_seq',
      help: 'Sequence number of the last command whose events are in history.',
      registers,
    });
    this.ledgerDifference = new Gauge({
      name: 'bellwether_projector_ledger_difference_micro_usdc',
      help: "How far the ledger is from the engine's books; 0, or something is wrong. Not a number before the first check.",
      registers,
    });
    this.ledgerDifference.set(Number.NaN);
    this.ledgerSeq = new Gauge({
      name: 'bellwether_projector_ledger_checked_seq',
      help: 'The command as of which they were compared last.',
      registers,
    });
    this.overdueMarkets = new Gauge({
      name: 'bellwether_projector_overdue_markets',
      help: 'Markets that closed at an expiry of 72 hours ago or more, and have no proposal.',
      registers,
    });
    this.overdueCases = new Gauge({
      name: 'bellwether_projector_overdue_cases',
      help: 'Results that have been disputed for 72 hours or more.',
      registers,
    });
    this.contradictedCases = new Gauge({
      name: 'bellwether_projector_contradicted_cases',
      help: 'Disputed results about which a source said two things, or another than an operator.',
      registers,
    });
  }

  /** Reads the gauges at each scrape. While the tail is unknown the lag is NaN. */
  watch(read: () => LagGauges): void {
    const gauge = (name: string, help: string, value: (lag: LagGauges) => number | null) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect(this: Gauge): void {
          this.set(value(read()) ?? Number.NaN);
        },
      });
    gauge(
      'bellwether_projector_lag_messages',
      'Messages of the event stream that history lacks.',
      (lag) => lag.messages,
    );
    gauge(
      'bellwether_projector_lag_seconds',
      'How long the oldest of them has been there.',
      (lag) => lag.seconds,
    );
  }

  checkedLedger({ seq, differenceMicroUsdc }: CheckedLedger): void {
    this.ledgerDifference.set(differenceMicroUsdc);
    this.ledgerSeq.set(seq);
  }

  countedOverdue({ markets, cases, contradicted }: Overdue): void {
    this.overdueMarkets.set(markets);
    this.overdueCases.set(cases);
    this.contradictedCases.set(contradicted);
  }

  countFailure(): void {
    this.failures.inc();
  }

  observe({ applied, skipped, cursor }: Applied, seconds: number): void {
    this.events.inc({ what: 'applied' }, applied);
    this.events.inc({ what: 'skipped' }, skipped);
    this.seconds.observe(seconds);
    this.seq.set(cursor.seq);
  }
}
