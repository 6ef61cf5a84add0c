/**
 * A server that is cut off reads nothing more, and closes nothing. A client with much to send has its buffers full then,
 * and must still notice, and connect to another server.
 */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBus } from '../src/connection/connect-bus';
import type { Bus } from '../src/connection/bus';
import { NatsUnderTest, silent } from './nats-under-test';

/** More than the buffers of two sockets take. */
const MESSAGES = 64;
const MESSAGE_BYTES = 1_000_000;

/** A path to the server that can stop reading from clients. */
class Path {
  private readonly clients = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly listener: Server,
    readonly url: string,
  ) {}

  static async to(port: number): Promise<Path> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const path = new Path(listener, `nats://127.0.0.1:${(listener.address() as AddressInfo).port}`);
    listener.on('connection', (client) => path.take(client, port));
    return path;
  }

  get isUsed(): boolean {
    return this.clients.size > 0;
  }

  cut(): void {
    this.isCut = true;
    for (const client of this.clients) client.pause().unpipe();
  }

  close(): void {
    for (const client of this.clients) client.destroy();
    this.listener.close();
  }

  private take(client: Socket, port: number): void {
    client.on('error', () => client.destroy());
    this.clients.add(client);
    client.once('close', () => this.clients.delete(client));
    if (this.isCut) {
      client.pause();
      return;
    }
    const server = connect(port, '127.0.0.1');
    server.on('error', () => client.destroy());
    client.once('close', () => server.destroy());
    client.pipe(server).pipe(client);
  }
}

let nats: NatsUnderTest;
let paths: Path[];
let bus: Bus;
beforeAll(async () => {
  nats = await NatsUnderTest.start();
  const port = Number(new URL(nats.url).port);
  paths = [await Path.to(port), await Path.to(port)];
  bus = await connectBus({ servers: paths.map(({ url }) => url), name: 'test', log: silent });
});

afterAll(async () => {
  for (const path of paths) path.close();
  await bus.close();
  await nats.stop();
});

it('a client that has much to send leaves a server that reads no more', async () => {
  const before = bus.connectionNumber;
  paths.find(({ isUsed }) => isUsed)?.cut();
  const payload = new Uint8Array(MESSAGE_BYTES);
  for (let count = 0; count < MESSAGES; count++) bus.publish('test.subject', payload);
  while (bus.connectionNumber === before) await sleep(50);
  await bus.whenSubscribed();
  expect(bus.connected).toBe(true);
});
