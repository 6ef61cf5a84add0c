import type { IncomingCommand } from '@bellwether/bus';
import type { Logger } from '@bellwether/runtime';

/**
 * One line a record, whoever's commands are in it: the way of a request is found by its id, and its command's place by the
 * id's place in the list. A line a command would take as long as carrying it out.
 */
export function logApplied(
  log: Logger,
  firstSeq: number,
  batch: readonly Pick<IncomingCommand, 'requestId'>[],
): void {
  if (batch.length === 0) return;
  log.info(
    { first_seq: firstSeq, request_ids: batch.map(({ requestId }) => requestId) },
    'applied',
  );
}

/** By the seq of each command, whose request it was. */
export const requestsOf = (
  firstSeq: number,
  batch: readonly Pick<IncomingCommand, 'requestId'>[],
): ReadonlyMap<number, string> =>
  new Map(batch.map(({ requestId }, offset) => [firstSeq + offset, requestId]));
