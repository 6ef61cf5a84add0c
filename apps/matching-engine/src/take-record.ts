/** What a record that is durable comes to: applied, answered, published, in this order. */
import type { EventPublisher, IncomingCommand, JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { Breach, Exchange } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from './apply-record';
import type { EngineMetrics } from './engine-metrics';
import type { BatchTrace } from './engine-traces';
import { logApplied, requestsOf } from './log-applied';
import type { Snapshots } from './snapshots';

export interface TakeRecordParts {
  readonly exchange: Exchange;
  readonly publisher: EventPublisher;
  readonly snapshots: Snapshots;
  readonly metrics: EngineMetrics;
  readonly log: Logger;
}

/** @param batch whose commands the record holds; none: the engine's own */
export function takeRecord(
  { exchange, publisher, snapshots, metrics, log }: TakeRecordParts,
  record: JournalRecord,
  batch: readonly IncomingCommand[],
  traced: BatchTrace | undefined,
): void {
  const { answers, events, breaches } = applyRecord(exchange, record);
  for (const breach of breaches) report(breach, metrics, log);
  for (const [index, incoming] of batch.entries()) incoming.answer(answers[index]!);
  if (batch.length > 0) traced?.answered(record, answers);
  publisher.publish(events, requestsOf(record.firstSeq, batch));
  snapshots.afterRecord(events.at(-1));
  for (const { command } of record.commands) metrics.countApplied(command.kind);
  logApplied(log, record.firstSeq, batch);
  const dueMs = exchange.nextDueMs();
  assert(dueMs === null || dueMs > record.timestampMs, () => `${dueMs} is due after its time`);
}

/** The exchange has halted what is concerned, before any answer leaves. */
function report(
  { invariant, marketId, message }: Breach,
  metrics: EngineMetrics,
  log: Logger,
): void {
  metrics.countBreach(invariant);
  const market = marketId === null ? null : toHex(marketId);
  log.fatal({ invariant, market_id: market }, `broken invariant: ${message}`);
}
