import type { Connections } from '../database';
import { markInbox } from './step-effects';
import type { InboxMark, StepResult } from './step-effects';
import type { Client } from './table';

/** A step as one transaction: it happens only if the message that caused it was not consumed before. */
export async function fundingStep<T>(
  connections: Connections,
  { inbox, nowMs }: { readonly inbox?: InboxMark | undefined; readonly nowMs: number },
  work: (client: Client) => Promise<StepResult<T>>,
): Promise<StepResult<T>> {
  return connections.transaction(async (client) => {
    if (inbox !== undefined && !(await markInbox(client, inbox, nowMs))) {
      return { kind: 'repeated' };
    }
    const result = await work(client);
    // A message about something that is not there yet is not consumed: it comes again.
    if (result.kind === 'missing' && inbox !== undefined) {
      await client.query('DELETE FROM inbox WHERE consumer = $1 AND message_id = $2', [
        inbox.consumer,
        inbox.messageId,
      ]);
    }
    return result;
  });
}
