/** Requests that arrive slowly, over raw sockets: their time limits, and that the connection is closed then. */
import { on, once } from 'node:events';
import { connect } from 'node:net';
import { Controller, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Endpoint } from '../src/endpoints/endpoint';
import { ARRIVAL_TIMES } from '../src/http/arrival-times';
import { Health } from '../src/health/health';
import { createHttpApplication } from '../src/http/http-application';
import type { HttpApplicationOptions } from '../src/http/http-application';
import { createLogger } from '../src/logging/logger';
import { Metrics } from '../src/metrics/metrics';
import { get, post } from './endpoint-under-test';

@Controller()
class ThingController {
  @Endpoint(post('/things'))
  create() {
    return {};
  }

  @Endpoint(get('/things/large'))
  large() {
    return { text: 'x'.repeat(64 * 1024 * 1024) };
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

const application = (
  options: Partial<HttpApplicationOptions> = {},
): Promise<NestFastifyApplication> =>
  createHttpApplication(ThingModule, {
    log: createLogger({ service: 'test', level: 'silent' }),
    health: new Health({ checks: [] }),
    metrics: new Metrics({ service: 'test' }),
    ...options,
  });

const HEAD =
  'POST /things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 16000\r\n';
const DRIP_MS = 20;
const QUICK = {
  headersMs: 200,
  requestMs: 400,
  checkMs: 50,
  stillMs: 300,
  idleMs: 300,
  stopMs: 300,
};

describe('a request that arrives slowly', () => {
  let app: NestFastifyApplication;
  let port: number;
  beforeAll(async () => {
    app = await application({ arrivalTimes: QUICK });
    await app.listen(0, '127.0.0.1');
    port = Number(new URL(await app.getUrl()).port);
  });
  afterAll(() => app.close());

  /**
   * Sends `head` at once, then a character at a time until the server closes the connection.
   *
   * @returns what was answered
   */
  const drip = (head: string, character: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      let received = '';
      socket.write(head);
      const dripping = setInterval(() => socket.write(character), DRIP_MS);
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(dripping);
        resolve(received);
      });
    });

  it.each([
    ['its headers', HEAD, 'x'],
    ['its body', `${HEAD}\r\n`, ' '],
  ])(
    '%s: is told so, and loses its connection whatever it goes on sending',
    async (_, head, of) => {
      const answer = await drip(head, of);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(error.details.reason).toBe('the request took too long to arrive');
    },
  );

  it('that never begins: loses its connection without a word, which would pass for an answer', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received).toBe('');
  });
});

describe('a client that reads nothing', () => {
  it('loses its connection, whatever its answer still has', async () => {
    const app = await application({ arrivalTimes: QUICK });
    await app.listen(0, '127.0.0.1');
    const socket = connect({ port: Number(new URL(await app.getUrl()).port), host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.pause();
    const [inServer] = await Promise.all([
      once(app.getHttpServer(), 'connection'),
      once(socket, 'connect'),
    ]);
    // More than the system buffers for the client.
    socket.write('GET /things/large HTTP/1.1\r\nhost: a\r\n\r\n');
    await once(inServer[0], 'close');
    expect(inServer[0].destroyed).toBe(true);
    socket.destroy();
    await app.close();
  });
});

describe('a connection without a request', () => {
  it('outlives those of a proxy, which keeps its own for 60 s, and says so', async () => {
    const app = await application();
    await app.listen(0, '127.0.0.1');
    const { headers } = await fetch(`${await app.getUrl()}/healthz`);
    expect(Number(/^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(
      60,
    );
    await app.close();
  });
});

describe('a server that stops', () => {
  it('waits for no connection on which nothing is sent, or not all', async () => {
    const app = await application({ arrivalTimes: { ...ARRIVAL_TIMES, stopMs: 100 } });
    await app.listen(0, '127.0.0.1');
    const port = Number(new URL(await app.getUrl()).port);
    const sockets = ['', HEAD, `${HEAD}\r\n`].map((text) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      if (text !== '') socket.write(text);
      return socket;
    });
    const accepted = on(app.getHttpServer(), 'connection');
    for (const _ of sockets) await accepted.next();
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    await app.close();
    await closed;
    expect(app.getHttpServer().listening).toBe(false);
  });
});

describe('a server', () => {
  it('waits 15 seconds for a request, less for its headers, and looks every second or two', async () => {
    const app = await application();
    const server: { headersTimeout: number; requestTimeout: number } = app.getHttpServer();
    expect(server.requestTimeout).toBe(15_000);
    expect(server.headersTimeout).toBe(ARRIVAL_TIMES.headersMs);
    expect(ARRIVAL_TIMES.headersMs).toBeLessThan(ARRIVAL_TIMES.requestMs);
    expect(ARRIVAL_TIMES.checkMs).toBeLessThanOrEqual(2_000);
    await app.close();
  });
});
