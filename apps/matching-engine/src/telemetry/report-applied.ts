/** What operators see of a record that was applied. */
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
 * One line a record, whoever's commands are in it: the way of a request is found by its id, and its command's place by the
 * id's place in the list. A line a command would take as long as carrying it out.
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

/** By the seq of each command, whose request it was. */
export const requestsOf = (firstSeq: number, batch: Batch): ReadonlyMap<number, string> =>
  new Map(batch.map(({ requestId }, offset) => [firstSeq + offset, requestId]));
