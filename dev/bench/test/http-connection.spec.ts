import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpConnection, postRequest } from '../src/load/http-connection';

let server: Server | undefined;

/** A server that answers with these pieces, one turn of the event loop apart. */
async function serving(answer: (socket: Socket, request: string) => void): Promise<string> {
  const listening = createServer((socket) => {
    socket.on('data', (chunk) => answer(socket, chunk.toString()));
    socket.on('error', () => undefined);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen({ port: 0, host: '127.0.0.1' }, resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

afterEach(() => new Promise((resolve) => server?.close(resolve)));

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('an HTTP connection', () => {
  it('sends the request as it was made, and reads answer after answer', async () => {
    const received: string[] = [];
    const url = await serving((socket, request) => {
      received.push(request);
      socket.write(`${HEAD}Content-Length: 2\r\n\r\n{}`);
    });
    const connection = await HttpConnection.open(url);
    const request = postRequest({ url: `${url}/a/path`, headers: { 'X-Name': 'v' }, body: '"ü"' });
    for (const _ of [1, 2]) {
      const { status, body } = await connection.exchange(request);
      expect([status, body.toString()]).toEqual([200, '{}']);
    }
    connection.close();
    expect(received[0]).toMatch(/^POST \/a\/path HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\n/);
    expect(received[0]).toMatch(/\r\nContent-Length: 4\r\nX-Name: v\r\n\r\n"ü"$/);
  });

  it('puts an answer together that comes in pieces', async () => {
    const pieces = [HEAD.slice(0, 9), HEAD.slice(9), 'content-length: 5\r\n', '\r\nab', 'cde'];
    const url = await serving((socket) => {
      pieces.forEach((piece, index) => setTimeout(() => socket.write(piece), 2 * index));
    });
    const connection = await HttpConnection.open(url);
    const { body } = await connection.exchange(postRequest({ url, body: '' }));
    expect(body.toString()).toBe('abcde');
    connection.close();
  });

  it('fails the request when the server goes away, or answers what it cannot read', async () => {
    const answers = ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', null];
    const url = await serving((socket) => {
      const answer = answers.shift();
      if (answer === null || answer === undefined) socket.destroy();
      else socket.write(answer);
    });
    const connection = await HttpConnection.open(url);
    const request = postRequest({ url, body: '' });
    await expect(connection.exchange(request)).rejects.toThrow(/without status or length/);
    await expect(connection.exchange(request)).rejects.toThrow(/closed the connection|ECONNRESET/);
  });
});
