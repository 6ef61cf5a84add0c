/** A connection whose bytes the test chooses. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export const HANDSHAKE_HEADERS = {
  Host: 'localhost',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  // The test checks the body.
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

export const requestText = (line: string, headers: Record<string, string>, body = ''): string =>
  `${[line, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n${body}`;

/** Sends one request and reads its answer until the connection ends, or `content-length` bytes have come. */
export async function exchange(
  url: string,
  line: string,
  headers: Record<string, string>,
  body = '',
): Promise<RawAnswer> {
  const socket = await connectTo(url);
  socket.write(requestText(line, headers, body));
  let text = '';
  for await (const data of socket) {
    text += String(data);
    if (isWhole(text)) break;
  }
  socket.destroy();
  const [head = '', rest = ''] = text.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    head,
    body: rest === '' ? undefined : JSON.parse(rest),
  };
}

function isWhole(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n');
  if (body === undefined) return false;
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return Buffer.byteLength(body) >= length;
}

/** A pong without a payload, as a client sends it. Unsolicited ones count too. */
export const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

const MASKED = 0x80;
const FINAL_TEXT = 0x81;
const LENGTH_IN_16_BITS = 126;

/** A text message as a client sends it, with a mask of zeros. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.from([FINAL_TEXT, MASKED | LENGTH_IN_16_BITS, 0, 0, 0, 0, 0, 0]);
  header.writeUInt16BE(payload.length, 2);
  return Buffer.concat([header, payload]);
}
