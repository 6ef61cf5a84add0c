/**
 * A WebSocket that sends frames made beforehand and keeps the answers' bytes for later: what `http-connection.ts` is for
 * HTTP, so that the load generator costs both ways as little.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { HttpReply } from '../http-connection';

/** FIN and text; FIN and pong. */
const TEXT = 0x81;
const PONG = 0x8a;
const PING_OPCODE = 0x9;
const TEXT_OPCODE = 0x1;
/** Payloads are masked with zeros: allowed, and the server unmasks them as any. */
const MASKED = 0x80;
const NO_MASK = Buffer.alloc(4);
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;
const END_OF_HEAD = '\r\n\r\n';
const ANSWER = '{"type":"answer"';
const STATUS = /"status":(\d{3})/;
const BODY = '"body":';

/** A text frame as a client sends it. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length =
    payload.length < LENGTH_IN_16_BITS
      ? Buffer.from([MASKED | payload.length])
      : Buffer.from([MASKED | LENGTH_IN_16_BITS, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([TEXT]), length, NO_MASK, payload]);
}

interface Waiting {
  readonly resolve: (reply: HttpReply) => void;
  readonly reject: (error: Error) => void;
}

export class SocketConnection {
  private received: Buffer = Buffer.alloc(0);
  private waiting: Waiting | null = null;
  private hasBegun = false;
  private begun: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  static async open(url: string): Promise<SocketConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const connection = new SocketConnection(socket);
    await new Promise<void>((resolve, reject) => {
      connection.begun = resolve;
      socket.once('error', reject);
      const lines = [
        'GET /v1/ws HTTP/1.1',
        `Host: ${host}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ];
      socket.write(`${lines.join('\r\n')}${END_OF_HEAD}`);
    });
    return connection;
  }

  /** One operation at a time. @throws Error when the connection ends */
  readonly exchange = (frame: Buffer): Promise<HttpReply> =>
    new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(frame);
    });

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    if (!this.hasBegun) {
      const end = this.received.indexOf(END_OF_HEAD);
      if (end === -1) return;
      this.received = this.received.subarray(end + END_OF_HEAD.length);
      this.hasBegun = true;
      this.begun();
    }
    for (let frame = this.nextFrame(); frame !== undefined; frame = this.nextFrame()) {
      if (frame.opcode === PING_OPCODE) this.socket.write(Buffer.from([PONG, MASKED, 0, 0, 0, 0]));
      else if (frame.opcode === TEXT_OPCODE) this.receive(frame.payload);
    }
  }

  private nextFrame(): { opcode: number; payload: Buffer } | undefined {
    const { received } = this;
    if (received.length < 2) return undefined;
    const short = received[1]! & 0x7f;
    const start = short === LENGTH_IN_16_BITS ? 4 : short === LENGTH_IN_64_BITS ? 10 : 2;
    if (received.length < start) return undefined;
    let length = short;
    if (short === LENGTH_IN_16_BITS) length = received.readUInt16BE(2);
    if (short === LENGTH_IN_64_BITS) length = Number(received.readBigUInt64BE(2));
    if (received.length < start + length) return undefined;
    this.received = received.subarray(start + length);
    return { opcode: received[0]! & 0x0f, payload: received.subarray(start, start + length) };
  }

  private receive(payload: Buffer): void {
    // Heartbeats come as well.
    if (payload.toString('latin1', 0, ANSWER.length) !== ANSWER) return;
    const at = payload.indexOf(BODY);
    const head = payload.toString('latin1', 0, at);
    const { waiting } = this;
    this.waiting = null;
    // Without the brace that closes the message.
    const body = payload.subarray(at + BODY.length, -1);
    waiting?.resolve({ status: Number(STATUS.exec(head)?.[1]), head, body });
  }

  private fail(error: Error): void {
    this.waiting?.reject(error);
    this.waiting = null;
  }
}
