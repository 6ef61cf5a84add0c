import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { nkeyAuthenticator } from '@nats-io/transport-node';

/** First letters: of a message, and of one with headers. */
const MSG = 0x4d;
const HMSG = 0x48;
const LINE_END = 10;
const SPACE = 32;
const ZERO = 48;
/** A line ends with CR and LF. */
const END_BYTES = 2;

interface RawNatsOptions {
  /** Such as `nats://127.0.0.1:4222`. */
  readonly url: string;
  readonly nkeySeed: string;
  /** Answers to `<inbox>.<index>` are received. */
  readonly inbox: string;
  readonly onAnswer: (index: number, payload: Buffer) => void;
}

/**
 * The few words of the NATS protocol that a flood needs (docs.nats.io, client protocol). The client library takes 7
 * microseconds for a request and its answer, and the flood should cost little beside the exchange.
 */
export class RawNats {
  private left: Buffer = Buffer.alloc(0);

  private constructor(
    private readonly socket: Socket,
    private readonly options: RawNatsOptions,
  ) {}

  /** @returns when it is connected and subscribed */
  static async open(options: RawNatsOptions): Promise<RawNats> {
    const { hostname, port } = new URL(options.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const [info] = await once(socket, 'data');
    const { nonce } = JSON.parse(String(info).slice('INFO '.length));
    const proof = nkeyAuthenticator(Buffer.from(options.nkeySeed))(nonce);
    const about = { verbose: false, pedantic: false, headers: true, no_responders: true };
    const asked = `CONNECT ${JSON.stringify({ ...about, ...proof })}\r\nSUB ${options.inbox}.* 1\r\nPING\r\n`;
    socket.write(asked);
    const [answer] = await once(socket, 'data');
    if (!String(answer).startsWith('PONG')) throw new Error(`the server says ${answer}`);
    const client = new RawNats(socket, options);
    socket.on('data', (chunk) => client.read(chunk));
    return client;
  }

  /** The bytes that publish a request of that index, which are sent repeatedly. */
  frameOf(subject: string, index: number, payload: Uint8Array): Buffer {
    const head = `PUB ${subject} ${this.options.inbox}.${index} ${payload.length}\r\n`;
    return Buffer.concat([Buffer.from(head), payload, Buffer.from('\r\n')]);
  }

  send(frames: readonly Buffer[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  private read(chunk: Buffer): void {
    const data = this.left.length === 0 ? chunk : Buffer.concat([this.left, chunk]);
    let at = 0;
    for (let next = this.take(data, at); next !== null; next = this.take(data, at)) at = next;
    this.left = data.subarray(at);
  }

  /** @returns where the next one begins; null: this one is incomplete */
  private take(data: Buffer, at: number): number | null {
    const lineEnd = data.indexOf(LINE_END, at);
    if (lineEnd < 0) return null;
    const kind = data[at];
    if (kind === MSG || kind === HMSG) return this.takeMessage(data, at, lineEnd);
    const line = data.toString('latin1', at, lineEnd);
    if (line.startsWith('PING')) this.socket.write('PONG\r\n');
    else if (line.startsWith('-ERR')) throw new Error(`the server says ${line}`);
    return lineEnd + 1;
  }

  /** `MSG <inbox>.<index> <sid> <bytes>`. `HMSG` has headers, which only `no responders` has here. */
  private takeMessage(data: Buffer, at: number, lineEnd: number): number | null {
    if (data[at] === HMSG) throw new Error('nobody hears the flood');
    const afterSize = lineEnd - 1;
    const size = numberAt(data, data.lastIndexOf(SPACE, afterSize) + 1);
    const begin = lineEnd + 1;
    const end = begin + size;
    if (end + END_BYTES > data.length) return null;
    const index = numberAt(data, data.indexOf(SPACE, at) + ` ${this.options.inbox}.`.length);
    this.options.onAnswer(index, data.subarray(begin, end));
    return end + END_BYTES;
  }
}

/** Reads decimal digits up to the next character. */
function numberAt(data: Buffer, at: number): number {
  let value = 0;
  for (let digit = data[at]! - ZERO; digit >= 0 && digit <= 9; digit = data[++at]! - ZERO)
    value = value * 10 + digit;
  return value;
}
