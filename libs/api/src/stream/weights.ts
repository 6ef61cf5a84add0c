/** The cost of a client's messages over the socket, in plain reads, charged to its address like requests. */
import type { ChannelKind } from './channel';

/** Joining a channel, with its snapshot. */
export const CHANNEL_WEIGHTS: Readonly<Record<ChannelKind, number>> = {
  book: 3,
  trades: 2,
  user: 2,
  deposits: 4,
  markets: 4,
  cases: 4,
};
/** A message over the socket that is no operation: its channels count besides. */
export const messageWeight = (bytes: number): number =>
  1 + Math.ceil(bytes / MESSAGE_BYTES_PER_READ);
/** Names of channels are decoded: each costs a microsecond a character. */
const MESSAGE_BYTES_PER_READ = 512;
