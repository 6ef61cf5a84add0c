import type { Inbox, Outbox } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import {
  FORGET_PAUSE_MS,
  INBOX_KEPT_MS,
  MESSAGES_FORGOTTEN_AT_ONCE,
  OUTBOX_KEPT_MS,
} from './limits';

/** Drops what an app published long ago, and its readers' marks of what cannot come again: else both grow for ever. */
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
  readonly consumer: string;
  readonly now: () => number;
}): Worker => ({
  name: 'forget-messages',
  pauseMs: FORGET_PAUSE_MS,
  async round() {
    const limit = MESSAGES_FORGOTTEN_AT_ONCE;
    const published = await stores.outbox.purge({ beforeMs: now() - OUTBOX_KEPT_MS, limit });
    const consumed = { beforeMs: now() - INBOX_KEPT_MS, limit };
    return published + (await stores.inbox.purge(consumer, consumed));
  },
});
