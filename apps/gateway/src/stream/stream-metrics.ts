import { CHANNEL_KINDS, CLOSE_CODES } from '@bellwether/api';
import type { ChannelKind } from '@bellwether/api';
import type { Code } from '@bellwether/errors';
import type { Metrics } from '@bellwether/runtime';
import { Counter, Gauge } from 'prom-client';
import type { CancelFate } from './orders/held-cancels';

/** A client may close normally, without a code, not at all, or with a code of its own. */
const KNOWN_CODES: ReadonlySet<number> = new Set([
  1000,
  1005,
  1006,
  ...Object.values(CLOSE_CODES).map(({ code }) => code),
]);

/** Counted at each scrape. */
export interface StreamFigures {
  connections(): number;
  subscriptions(kind: ChannelKind): number;
  unreadBytes(): number;
  heldCancels(): number;
}

/** Stream metrics for operators. Documented in the gateway's README. */
export class StreamMetrics {
  private readonly messages: Counter<'kind'>;
  private readonly closes: Counter<'code'>;
  private readonly resumes: Counter<'result'>;
  private readonly heldCancels: Counter<'result'>;

  constructor(
    private readonly metrics: Metrics,
    figures: StreamFigures,
  ) {
    const registers = [metrics.registry];
    this.messages = new Counter({
      name: 'bellwether_stream_updates_total',
      help: 'Updates made, each once however many get it, by kind of channel.',
      labelNames: ['kind'],
      registers,
    });
    this.closes = new Counter({
      name: 'bellwether_stream_closed_total',
      help: 'Connections that ended, by close code.',
      labelNames: ['code'],
      registers,
    });
    this.resumes = new Counter({
      name: 'bellwether_stream_resumes_total',
      help: 'Resumes answered with the updates that were missed, or with a snapshot.',
      labelNames: ['result'],
      registers,
    });
    this.heldCancels = new Counter({
      name: 'bellwether_stream_held_cancels_total',
      help: 'Cancels left here for the end of a connection that ended: sent, refused by the engine, or given up.',
      labelNames: ['result'],
      registers,
    });
    // A series that begins at 1 has not risen, so the first count of a process would not be seen.
    this.heldCancels.inc({ result: 'given_up' }, 0);
    gauge(
      registers,
      'bellwether_stream_held_cancels',
      'Cancels left here for the end of a connection.',
      () => figures.heldCancels(),
    );
    gauge(registers, 'bellwether_stream_connections', 'Open connections.', () =>
      figures.connections(),
    );
    gauge(
      registers,
      'bellwether_stream_unread_bytes',
      'Bytes that wait for clients to read them.',
      () => figures.unreadBytes(),
    );
    new Gauge({
      name: 'bellwether_stream_subscriptions',
      help: 'Subscriptions, by kind of channel.',
      labelNames: ['kind'],
      registers,
      collect() {
        for (const kind of CHANNEL_KINDS) this.set({ kind }, figures.subscriptions(kind));
      },
    });
  }

  updated(kind: ChannelKind, count: number): void {
    this.messages.inc({ kind }, count);
  }

  closed(code: number): void {
    this.closes.inc({ code: KNOWN_CODES.has(code) ? String(code) : 'other' });
  }

  resumed(isHit: boolean): void {
    this.resumes.inc({ result: isHit ? 'updates' : 'snapshot' });
  }

  heldCancelEnded(fate: CancelFate): void {
    this.heldCancels.inc({ result: fate });
  }

  failed(code: Code): void {
    this.metrics.countError(code);
  }
}

function gauge(
  registers: ConstructorParameters<typeof Gauge>[0]['registers'] & object,
  name: string,
  help: string,
  read: () => number,
): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
}
