import type { Duplex } from 'node:stream';

/**
 * Data that waits for one client to read it, bounded in bytes. Frames are shared with other subscribers and wait here
 * as references. The socket gets more only after it passed on what it had. Nothing is skipped or merged: above the
 * limit the client is too slow, and the owner of the connection closes it.
 */
export class Outbox {
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private isOpen = true;
  /** Bytes given to the socket, and how many of them it had passed on when last checked. */
  private givenBytes = 0;
  private passedOnBytes = -1;
  private readonly drained = new Set<() => void>();

  constructor(
    private readonly socket: Duplex,
    private readonly limits: { readonly maxUnreadBytes: number },
    private readonly onOverflow: (unreadBytes: number) => void,
  ) {
    socket.on('drain', () => {
      this.flush();
      this.wake();
    });
  }

  /** Bytes that this process holds for the client. */
  get unreadBytes(): number {
    return this.waitingBytes + this.socket.writableLength;
  }

  /** Takes whole frames, which are sent with the next `flush`. */
  push(frames: Buffer): void {
    if (!this.isOpen) return;
    this.waiting.push(frames);
    this.waitingBytes += frames.length;
    if (this.unreadBytes > this.limits.maxUnreadBytes) this.onOverflow(this.unreadBytes);
  }

  /** Gives the socket as much as it takes, in one write. */
  flush(): void {
    const { socket, waiting } = this;
    if (waiting.length > 0 && !socket.writableNeedDrain && socket.writable) {
      let count = 0;
      socket.cork();
      for (const frames of waiting) {
        count++;
        this.waitingBytes -= frames.length;
        this.givenBytes += frames.length;
        if (!socket.write(frames)) break;
      }
      socket.uncork();
      this.waiting = count === waiting.length ? [] : waiting.slice(count);
    }
  }

  /** True if data waits and nothing was read since the last call. */
  isStuck(): boolean {
    const passedOnBytes = this.givenBytes - this.socket.writableLength;
    const hasStopped = passedOnBytes <= this.passedOnBytes;
    this.passedOnBytes = passedOnBytes;
    return hasStopped && this.unreadBytes > 0;
  }

  /** Resolves when at most `bytes` (at least the socket's own high-water mark) are unread, or the outbox is closed. */
  async whenBelow(bytes: number): Promise<void> {
    while (this.isOpen && this.unreadBytes > bytes) {
      await new Promise<void>((resolve) => this.drained.add(resolve));
    }
  }

  /** Drops waiting data and takes no more. What the socket has is still sent. */
  close(): void {
    this.isOpen = false;
    this.waiting = [];
    this.waitingBytes = 0;
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.drained) resolve();
    this.drained.clear();
  }
}
