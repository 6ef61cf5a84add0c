import type { MessageReaderName } from '@bellwether/funding';
import type { Inbox, Outbox } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import {
  FORGET_PAUSE_MS,
  INBOX_RETENTION_MS,
  MESSAGES_FORGOTTEN_AT_ONCE,
  OUTBOX_RETENTION_MS,
} from './limits';

/** Drops what an app wrote long ago and its readers have consumed, and its readers' marks of what cannot come again: else both grow for ever. */
export const forgetMessages = ({
  stores,
  consumer,
  now,
}: {
  readonly stores: {
    readonly outbox: Pick<Outbox, 'purge'>;
    readonly inbox: Pick<Inbox, 'purge'>;
  };
  /** The app's reader, by its name in the inbox. */
  readonly consumer: MessageReaderName;
  readonly now: () => number;
}): Worker => ({
  name: 'forget-messages',
  pauseMs: FORGET_PAUSE_MS,
  async tick() {
    const limit = MESSAGES_FORGOTTEN_AT_ONCE;
    const written = await stores.outbox.purge({ beforeMs: now() - OUTBOX_RETENTION_MS, limit });
    const consumed = { beforeMs: now() - INBOX_RETENTION_MS, limit };
    return written + (await stores.inbox.purge(consumer, consumed));
  },
});
