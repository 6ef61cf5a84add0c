/**
 * A WebSocket that sends frames made in advance and stores the answers' bytes for later. It is what
 * `http-connection.ts` is for HTTP, so that the load generator costs both ways as little, and a thousand subscribers
 * almost nothing.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { OneAtATime } from './one-at-a-time';

/** FIN and text; FIN and pong. */
const TEXT = 0x81;
const PONG = 0x8a;
const PING_OPCODE = 0x9;
const TEXT_OPCODE = 0x1;
/** Payloads are masked with zeros: that is allowed, and the server unmasks them as usual. */
const MASKED = 0x80;
const NO_MASK = Buffer.alloc(4);
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;
const END_OF_HEAD = '\r\n\r\n';
const ACCEPTED = 'HTTP/1.1 101';
const ANSWER = Buffer.from('{"type":"answer"');
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

export const startsWith = (bytes: Buffer, prefix: Buffer): boolean =>
  bytes.length >= prefix.length && bytes.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;

export class SocketConnection extends OneAtATime {
  private hasBegun = false;
  private begun: () => void = () => undefined;

  private constructor(
    socket: Socket,
    private readonly onOther: (message: Buffer) => void,
  ) {
    super(socket);
  }

  /** @param onOther gets the messages that are not answers */
  static async open(
    url: string,
    onOther: (message: Buffer) => void = () => undefined,
  ): Promise<SocketConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const connection = new SocketConnection(socket, onOther);
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

  /** Sends without a wait for an answer. */
  send(frame: Buffer): void {
    this.socket.write(frame);
  }

  protected override take(): void {
    if (!this.hasBegun) {
      const end = this.received.indexOf(END_OF_HEAD);
      if (end === -1) return;
      const head = this.received.toString('latin1', 0, end);
      if (!head.startsWith(ACCEPTED)) throw new Error(`the gateway took no stream: ${head}`);
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
    if (!startsWith(payload, ANSWER)) {
      this.onOther(payload);
      return;
    }
    const at = payload.indexOf(BODY);
    const head = payload.toString('latin1', 0, at);
    // Without the brace that closes the message.
    const body = payload.subarray(at + BODY.length, -1);
    this.answer({ status: Number(STATUS.exec(head)?.[1]), head, body });
  }
}
