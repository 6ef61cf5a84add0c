import type { Connections } from '../database';
import { markInbox } from './step-effects';
import type { InboxMark, StepResult } from './step-effects';
import type { Client } from './table';

/** Runs a step as one transaction. It does nothing if the message that caused it was consumed before. */
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
    // A message about a record that does not exist yet is not consumed: it will be redelivered.
    if (result.kind === 'missing' && inbox !== undefined) {
      await client.query('DELETE FROM inbox WHERE consumer = $1 AND message_id = $2', [
        inbox.consumer,
        inbox.messageId,
      ]);
    }
    return result;
  });
}
