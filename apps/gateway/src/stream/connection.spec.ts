/**
 * Messages that wait for the verification of a session are handled in order, and not at all after the connection has
 * ended.
 */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Channel, SignedSession } from '@bellwether/api';
import { createLogger } from '@bellwether/runtime';
import { Connection } from './connection';
import type { ConnectionParts } from './connection';

const HEARTBEAT_MS = 60_000;
const SESSION: SignedSession = {
  publicKey: new Uint8Array(32).fill(1),
  timestamp: 1_795_000_000,
  signature: new Uint8Array(64),
};

/** A connection whose sessions are verified, and which ends, when the test says so. */
class Line {
  readonly joined: string[] = [];
  readonly reads: string[] = [];
  readonly socket = Object.assign(new EventEmitter(), {
    close: () => undefined,
    terminate: () => undefined,
    ping: () => undefined,
  });
  private verify: (session: SignedSession) => void = () => undefined;

  constructor() {
    const hub = {
      join: (channel: Channel) => {
        this.joined.push(channel.name);
        return { channel, subscribers: new Set() };
      },
      leave: () => undefined,
    };
    const sessions = {
      read: (token: string) => {
        this.reads.push(token);
        return new Promise<SignedSession>((resolve) => (this.verify = resolve));
      },
      hasEnded: () => false,
    };
    const parts: Partial<ConnectionParts> = {
      socket: this.socket as never,
      wire: new PassThrough(),
      requestId: 'r',
      address: 'a',
      orders: {
        held: { send: () => undefined },
        limits: { chargeWork: () => undefined },
      } as never,
      places: { takeChannel: () => undefined, giveBackChannel: () => undefined } as never,
      sessions: sessions as never,
      hub: hub as never,
      source: { current: () => new Promise(() => undefined) } as never,
      remembered: Promise.resolve(),
      heartbeatMs: HEARTBEAT_MS,
      nowMs: () => 0,
      log: createLogger({ service: 'test', level: 'silent' }),
      metrics: { failed: () => undefined, closed: () => undefined } as never,
      progress: () => ({ seq: 0, lag: 0 }),
      onGiven: () => undefined,
    };
    void new Connection(parts as ConnectionParts);
  }

  say(message: object): void {
    this.socket.emit('message', Buffer.from(JSON.stringify(message)), false);
  }

  leave(): void {
    this.socket.emit('close', 1006);
  }

  async verified(): Promise<void> {
    this.verify(SESSION);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('messages behind a session that is being verified', () => {
  const subscribe = { op: 'subscribe', channels: ['markets'] };

  it('are carried out when it is', async () => {
    const line = new Line();
    line.say({ op: 'session', token: 'first' });
    line.say(subscribe);
    expect(line.joined).toEqual([]);
    await line.verified();
    expect(line.joined).toEqual(['markets']);
    line.leave();
  });

  it('are not carried out once the connection has ended: it would follow for ever', async () => {
    const line = new Line();
    line.say({ op: 'session', token: 'first' });
    line.say({ op: 'session', token: 'second' });
    line.say(subscribe);
    line.leave();
    await line.verified();
    expect(line.joined).toEqual([]);
    expect(line.reads).toEqual(['first']);
  });
});
