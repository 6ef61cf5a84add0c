import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

const MASKED = 0x80;
const FINAL_TEXT = 0x81;
const PING = 0x89;
const PONG = 0x8a;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const UPDATE = Buffer.from('{"type":"update"');
const SNAPSHOT = Buffer.from('{"type":"snapshot"');
const SEQ = Buffer.from('"seq":');

/**
 * A WebSocket client that looks at no more of a message than its seq: a thousand of them leave the machine to what is
 * measured.
 */
export class Subscriber {
  private rest: Buffer = Buffer.alloc(0);
  private isOpen = false;
  private readonly begun: Promise<void>;
  private begin: () => void = () => undefined;

  /** @param onUpdate gets the seq of each update, when it came */
  constructor(
    gatewayUrl: string,
    channel: string,
    private readonly onUpdate: (seq: number, atMs: number) => void,
  ) {
    this.begun = new Promise((resolve) => {
      this.begin = resolve;
    });
    const { hostname, port } = new URL(gatewayUrl);
    this.socket = connect(Number(port), hostname, () => this.shakeHands(channel));
    this.socket.setNoDelay(true);
    this.socket.on('data', (data) => this.take(data));
  }

  private readonly socket: Socket;

  /** Resolves when the snapshot is there. */
  whenBegun(): Promise<void> {
    return this.begun;
  }

  close(): void {
    this.socket.destroy();
  }

  private shakeHands(channel: string): void {
    const head = [
      'GET /v1/ws HTTP/1.1',
      'Host: benchmark',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ];
    this.socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const message = Buffer.from(JSON.stringify({ op: 'subscribe', channels: [channel] }));
    const header = Buffer.from([FINAL_TEXT, MASKED | LENGTH_IN_16_BITS, 0, 0, 0, 0, 0, 0]);
    header.writeUInt16BE(message.length, 2);
    this.socket.write(Buffer.concat([header, message]));
  }

  private take(data: Buffer): void {
    const atMs = performance.now();
    let bytes = this.rest.length === 0 ? data : Buffer.concat([this.rest, data]);
    if (!this.isOpen) {
      const end = bytes.indexOf(END_OF_HEAD);
      if (end !== -1) {
        if (!bytes.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) {
          throw new Error(`the gateway took no stream: ${bytes.toString('latin1')}`);
        }
        this.isOpen = true;
        bytes = bytes.subarray(end + END_OF_HEAD.length);
      }
    }
    this.rest = this.isOpen ? this.takeFrames(bytes, atMs) : bytes;
  }

  /** @returns what is left of the last frame */
  private takeFrames(bytes: Buffer, atMs: number): Buffer {
    let at = 0;
    for (;;) {
      const frame = frameAt(bytes, at);
      if (frame === undefined) return bytes.subarray(at);
      if (frame.opcode === PING) this.socket.write(Buffer.from([PONG, MASKED, 0, 0, 0, 0]));
      else if (startsWith(bytes, frame.start, UPDATE)) {
        this.onUpdate(seqIn(bytes.subarray(frame.start, frame.end)), atMs);
      } else if (startsWith(bytes, frame.start, SNAPSHOT)) this.begin();
      at = frame.end;
    }
  }
}

function frameAt(bytes: Buffer, at: number) {
  if (bytes.length < at + 2) return undefined;
  const opcode = bytes[at]!;
  let [start, length] = [at + 2, bytes[at + 1]!];
  if (length === LENGTH_IN_16_BITS) {
    if (bytes.length < start + 2) return undefined;
    length = bytes.readUInt16BE(start);
    start += 2;
  } else if (length === LENGTH_IN_64_BITS) {
    if (bytes.length < start + 8) return undefined;
    length = Number(bytes.readBigUInt64BE(start));
    start += 8;
  }
  const end = start + length;
  return end > bytes.length ? undefined : { opcode, start, end };
}

const startsWith = (bytes: Buffer, at: number, prefix: Buffer): boolean =>
  bytes.compare(prefix, 0, prefix.length, at, at + prefix.length) === 0;

function seqIn(message: Buffer): number {
  const at = message.indexOf(SEQ) + SEQ.length;
  return Number.parseInt(message.toString('latin1', at, at + 16), 10);
}
