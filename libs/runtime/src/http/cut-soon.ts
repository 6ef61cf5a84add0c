import type { Duplex } from 'node:stream';

/** The last answer is read by then; whoever goes on sending behind it would keep the connection. */
const LINGER_MS = 1_000;

/** For a connection whose end was sent: nothing else limits it, and its client may keep its own end open. */
export function cutSoon(wire: Duplex): void {
  const cut = setTimeout(() => wire.destroy(), LINGER_MS);
  wire.once('close', () => clearTimeout(cut));
}
