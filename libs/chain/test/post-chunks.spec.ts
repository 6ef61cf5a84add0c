/** What nodes and what stands before them answer, as bytes on a connection. */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { boundedText } from '../src/http/bounded-text';
import { postChunks } from '../src/http/post-chunks';

const TIMEOUT_MS = 10_000;
const SHORT_MS = 50;
const MAX_BYTES = 1_000;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serverOf(
  answer: RequestListener,
): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer(answer).on('connection', () => connections++);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, connections: () => connections };
}

const post = (url: string, signal = AbortSignal.timeout(TIMEOUT_MS)): Promise<string> =>
  boundedText(postChunks(url, '{"method":"getSlot"}', signal), MAX_BYTES);

describe('an answer', () => {
  it('is what the request got, over one connection for one after another', async () => {
    const { url, connections } = await serverOf((request, response) => {
      expect(request.headers['content-type']).toBe('application/json; charset=utf-8');
      request.pipe(response);
    });
    for (let count = 0; count < 3; count++) expect(await post(url)).toBe('{"method":"getSlot"}');
    expect(connections()).toBe(1);
  });

  it('is read where it is compressed, and bounded by what it holds', async () => {
    let length = MAX_BYTES;
    const { url } = await serverOf((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(length)));
    });
    expect(await post(url)).toBe('x'.repeat(MAX_BYTES));
    length = 10_000_000;
    await expect(post(url)).rejects.toThrow('an answer of more than 1000 bytes');
  });

  it.each<[string, RequestListener, string]>([
    [
      'redirects',
      (_, response) => void response.writeHead(307, { location: '/' }).end(),
      'HTTP status 307',
    ],
    [
      'switches protocols',
      (_, response) =>
        void response.socket?.end(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
        ),
      'closed before an answer',
    ],
    ['refuses', (_, response) => void response.writeHead(429).end('slower'), 'HTTP status 429'],
    ['ends early', (_, response) => void response.write('{', () => response.destroy()), 'aborted'],
    [
      'ends early where it is compressed',
      (_, response) => {
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync('{"result":1}').subarray(0, -9));
      },
      'unexpected end of file',
    ],
    [
      'is compressed as nobody asked',
      (_, response) => void response.setHeader('content-encoding', 'br').end('x'),
      'encoding',
    ],
  ])('that %s is a fault', async (_, answer, fault) => {
    const { url } = await serverOf(answer);
    await expect(post(url)).rejects.toThrow(fault);
  });

  it.each<[string, RequestListener]>([
    ['does not come', () => undefined],
    ['does not end', (_, response) => void response.write('{')],
    [
      'does not end where it is compressed',
      (_, response) => void response.setHeader('content-encoding', 'gzip').write(gzipSync('{')),
    ],
  ])('that %s ends with its time-out', async (_, answer) => {
    const { url } = await serverOf(answer);
    const asked = post(url, AbortSignal.timeout(SHORT_MS));
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
