/** Logs and counts an applied record for operators. */
import type { IncomingCommand, JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import type { Breach } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import type { EngineMetrics } from './engine-metrics';

export interface ReportParts {
  readonly metrics: EngineMetrics;
  readonly log: Logger;
}

type Batch = readonly Pick<IncomingCommand, 'requestId'>[];

/**
 * One log line per record. A request is found by its id; its command has the same position in the list. A line per
 * command would take as long as applying it.
 */
export function reportApplied(record: JournalRecord, batch: Batch, { metrics, log }: ReportParts) {
  for (const { command } of record.commands) metrics.countApplied(command.kind);
  if (batch.length === 0) return;
  const requestIds = batch.map(({ requestId }) => requestId);
  log.info({ first_seq: record.firstSeq, request_ids: requestIds }, 'applied');
}

export function reportBreaches(breaches: readonly Breach[], { metrics, log }: ReportParts): void {
  for (const { invariant, marketId, message } of breaches) {
    metrics.countBreach(invariant);
    const market = marketId === null ? null : toHex(marketId);
    log.fatal({ invariant, market_id: market }, `broken invariant: ${message}`);
  }
}

/** The request id, by the command's seq. */
export const requestsOf = (firstSeq: number, batch: Batch): ReadonlyMap<number, string> =>
  new Map(batch.map(({ requestId }, offset) => [firstSeq + offset, requestId]));
