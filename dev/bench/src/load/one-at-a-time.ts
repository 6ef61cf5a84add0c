import type { Socket } from 'node:net';

export interface HttpReply {
  readonly status: number;
  /** Status line and header fields, as they came. */
  readonly head: string;
  readonly body: Buffer;
}

interface Waiting {
  readonly resolve: (reply: HttpReply) => void;
  readonly reject: (error: Error) => void;
}

/** A socket that sends bytes made in advance, one request at a time, and stores the answers' bytes for later. */
export abstract class OneAtATime {
  protected received: Buffer = Buffer.alloc(0);
  private waiting: Waiting | null = null;

  protected constructor(protected readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
      this.take();
    });
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  /** @throws Error if the connection ends, or the answer cannot be read */
  readonly exchange = (request: Buffer): Promise<HttpReply> =>
    new Promise((resolve, reject) => {
      if (!this.isOpen) throw new Error('the server has closed the connection');
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });

  /** A server closes a connection that was idle for long. */
  get isOpen(): boolean {
    return this.socket.writable;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Removes a complete answer from `received`. */
  protected abstract take(): void;

  protected answer(reply: HttpReply): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve(reply);
  }

  protected fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = null;
  }
}
