/** `ws` reads our frames as the texts that they contain. */
import { describe, expect, it } from 'vitest';
import { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { textFrame } from '../../src/stream/text-frame';

/** The bytes of a frame with a client's mask of zeros, so that a server's parser accepts it. */
function masked(frame: Buffer): Buffer {
  const length = frame[1]!;
  const end = length === 127 ? 10 : length === 126 ? 4 : 2;
  const head = Buffer.from(frame.subarray(0, end));
  head[1] = length | 0x80;
  return Buffer.concat([head, Buffer.alloc(4), frame.subarray(end)]);
}

async function readBack(frame: Buffer): Promise<string> {
  const wire = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const server = new WebSocketServer({ noServer: true });
  const request = {
    method: 'GET',
    headers: {
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
    socket: wire,
  };
  return new Promise((resolve) => {
    // Only the fields of a request that a handshake reads.
    server.handleUpgrade(request as never, wire, masked(frame), (socket) => {
      socket.on('message', (data: Buffer) => resolve(data.toString()));
    });
  });
}

describe('a text frame', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 100_000])('holds %i bytes', async (length) => {
    const text = 'x'.repeat(length);
    expect(await readBack(textFrame(text))).toBe(text);
  });
  it('counts bytes, not characters', async () => {
    const text = '€'.repeat(60);
    expect(await readBack(textFrame(text))).toBe(text);
  });
});
