import type { Duplex } from 'node:stream';

/** By then the last answer is read. A client that continues to send would hold the connection open. */
const LINGER_MS = 1_000;

/** Closes a connection whose end was sent. Nothing else limits it, as its client may leave its own end open. */
export function cutSoon(wire: Duplex): void {
  const cut = setTimeout(() => wire.destroy(), LINGER_MS);
  wire.once('close', () => clearTimeout(cut));
}
