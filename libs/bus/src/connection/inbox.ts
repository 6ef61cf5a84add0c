import type { Msg } from '@nats-io/transport-node';

const INBOX = '_INBOX';

/** The inbox prefix for answers to this process, unique to its name, so that permissions can keep others out. */
export const inboxPrefixOf = (name: string): string => `${INBOX}_${name}`;

/**
 * The subject for an answer to `message`; undefined if it is not a request. Only an inbox is accepted. Otherwise a
 * caller could name the journal's subject and make the engine write its answer there. A consumer's deliveries carry an
 * address of the server's, whatever subject they go to, so an app cannot reach a lane it has no permission for through
 * a stream that it may write.
 */
export function replyOf({ reply }: Msg): string | undefined {
  return reply?.startsWith(INBOX) === true ? reply : undefined;
}
