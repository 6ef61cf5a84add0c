/**
 * A span for each traced command, from arrival to answer, with the times at which it was sequenced, durable and
 * applied. It is made after the answer was sent. A batch without traced commands costs one check per command.
 */
import { SpanKind, trace } from '@opentelemetry/api';
import { remoteContext } from '@bellwether/bus';
import type { IncomingCommand, JournalRecord } from '@bellwether/bus';
import type { Answer } from '@bellwether/exchange';

type Commands = readonly Pick<IncomingCommand, 'traced' | 'command' | 'lane' | 'requestId'>[];

/** Unix milliseconds with fractions. */
const nowMs = (): number => performance.timeOrigin + performance.now();

/** A batch under way. `undefined` if none of its commands is traced. */
export function traceBatch(batch: Commands): BatchTrace | undefined {
  return batch.some(({ traced }) => traced !== undefined) ? new BatchTrace(batch) : undefined;
}

export class BatchTrace {
  /** For the journal's message. */
  readonly traceparents: readonly string[];
  private readonly sequencedMs = nowMs();
  private durableMs = this.sequencedMs;

  constructor(private readonly batch: Commands) {
    this.traceparents = batch.flatMap(({ traced }) => traced?.traceparent ?? []);
  }

  durable(): void {
    this.durableMs = nowMs();
  }

  answered(record: JournalRecord, answers: readonly Answer[]): void {
    const answeredMs = nowMs();
    const tracer = trace.getTracer('matching-engine');
    for (const [index, { traced, command, lane, requestId }] of this.batch.entries()) {
      if (traced === undefined) continue;
      const attributes = {
        'bellwether.lane': lane,
        'bellwether.request_id': requestId,
        'bellwether.seq': record.firstSeq + index,
        'bellwether.journal_record': record.number,
        'bellwether.commands_of_record': this.batch.length,
        'bellwether.reply': answers[index]?.reply.body.kind ?? 'none',
      };
      const options = { kind: SpanKind.SERVER, startTime: traced.arrivedMs, attributes };
      const caller = remoteContext(traced.traceparent);
      const span = tracer.startSpan(`engine ${command.kind}`, options, caller);
      span.addEvent('sequenced', this.sequencedMs);
      span.addEvent('durable', this.durableMs);
      span.addEvent('applied and answered', answeredMs);
      span.end(answeredMs);
    }
  }
}
