/**
 * A server that was cut off from the others and is behind: a nats-server without JetStream, for which the test answers
 * the three requests of its API that streams make. A real one is behind for a moment after its links are whole again,
 * which no test can hold still: dev/trials has the real ones.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer, startManagedProcess } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';
import type { Msg } from '@nats-io/transport-node';
import { connectBus } from '../src/connection/connect-bus';
import type { Bus } from '../src/connection/bus';
import { silent } from './nats-under-test';

const LISTENING = /Listening for client connections on 127\.0\.0\.1:(\d+)/;

export class BehindServer {
  /** All that quorums ever took. */
  readonly stored: Uint8Array[] = [];
  /** So many of them this server shows. */
  shown = Infinity;
  copies = 3;
  /** The next appends are lost on their way, or arrive just before the first that is neither. */
  ways: ('lost' | 'late')[] = [];
  /** How often it said where the stream ends. */
  looks = 0;
  /** Called before each of them. */
  onLook: () => void = () => {};
  private readonly late: Msg[] = [];
  private readonly buses: Bus[] = [];

  private constructor(
    private readonly folder: string,
    private readonly process: ManagedProcess,
    private readonly url: string,
  ) {}

  static async start(stream: string, subject: string): Promise<BehindServer> {
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-behind-'));
    let port = 0;
    const process = await startManagedProcess({
      name: 'nats-server',
      command: await findNatsServer(),
      args: ['-a', '127.0.0.1', '-p', '-1'],
      recordFile: join(folder, 'process.json'),
      isReady: (line) => {
        port = Number(LISTENING.exec(line)?.[1] ?? port);
        return line.includes('Server is ready');
      },
    });
    const server = new BehindServer(folder, process, `nats://127.0.0.1:${port}`);
    await server.answer(stream, subject);
    return server;
  }

  async bus(shortTailTimeoutMs?: number): Promise<Bus> {
    const timeout = shortTailTimeoutMs === undefined ? {} : { shortTailTimeoutMs };
    const bus = await connectBus({ servers: this.url, name: 'test', log: silent, ...timeout });
    this.buses.push(bus);
    return bus;
  }

  async stop(): Promise<void> {
    await Promise.all(this.buses.map((bus) => bus.close()));
    await this.process.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answer(stream: string, subject: string): Promise<void> {
    const bus = await this.bus();
    const say = (to: string | undefined, answer: object): void => {
      if (to !== undefined) bus.publish(to, new TextEncoder().encode(JSON.stringify(answer)));
    };
    bus.subscribe(`$JS.API.STREAM.INFO.${stream}`, ({ reply }) => {
      this.onLook();
      this.looks++;
      const last_seq = Math.min(this.shown, this.stored.length);
      const config = { name: stream, subjects: [subject], num_replicas: this.copies };
      say(reply, { config, state: { first_seq: 1, last_seq } });
    });
    bus.subscribe(`$JS.API.STREAM.MSG.GET.${stream}`, (message) => {
      const { seq } = message.json<{ seq: number }>();
      const data = seq <= this.shown ? this.stored[seq - 1] : undefined;
      const error = { code: 404, err_code: 10037, description: 'no message found' };
      if (data === undefined) say(message.reply, { error });
      else say(message.reply, { message: { seq, data: Buffer.from(data).toString('base64') } });
    });
    const take = (message: Msg): void => {
      const expected = Number(message.headers?.get('Nats-Expected-Last-Sequence'));
      const error = { code: 400, err_code: 10071, description: 'wrong last sequence' };
      if (expected !== this.stored.length) say(message.reply, { error });
      else {
        this.stored.push(message.data.slice());
        say(message.reply, { stream, seq: this.stored.length });
      }
    };
    bus.subscribe(subject, (message) => {
      const way = this.ways.shift();
      if (way === 'late') this.late.push(message);
      if (way === undefined) for (const one of [...this.late.splice(0), message]) take(one);
    });
    await bus.flush();
  }
}
