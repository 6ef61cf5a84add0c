import type { Msg } from '@nats-io/transport-node';

const INBOX = '_INBOX';

/** Where answers to a process of that name arrive: of this name alone, so that permissions can keep others out. */
export const inboxPrefixOf = (name: string): string => `${INBOX}_${name}`;

/**
 * Where an answer to `message` goes; undefined: it is no request. Only an inbox is one. A caller that named the
 * journal's subject instead would have the engine write its answer there; and what the server itself delivers for a
 * consumer, to whatever subject the consumer's maker wished, carries an address of the server's: so a stream that an
 * app may write is no way to a lane that it may not.
 */
export function replyOf({ reply }: Msg): string | undefined {
  return reply?.startsWith(INBOX) === true ? reply : undefined;
}
