/** Nest's transport over the bus, with controllers as the apps have them, on a real nats-server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import {
  FUNDING,
  FundingClient,
  SIGNER_ADMIN,
  SignerAdminClient,
  connectBus,
  fundingSubject,
  publishOutbox,
  signerKeysSubject,
} from '@bellwether/bus';
import type { Bus, DeliveredFundingMessage, FundingRequest } from '@bellwether/bus';
import { CodedError, Fault } from '@bellwether/errors';
import { encodeFundingMessage, fundingMessageSubject } from '@bellwether/funding';
import type { FundingMessage } from '@bellwether/funding';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { Metrics } from '@bellwether/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BusController, BusModule, BusServer } from '../src';
import type { BusModuleOptions } from '../src';

const requestId = 'r1';
const user = new Uint8Array(32).fill(1);

let folder: string;
let nats: NatsServer;
let bus: Bus;
const logged: { readonly details: object; readonly message: string }[] = [];
const tell = (details: object, message: string) => void logged.push({ details, message });
const log = { info: tell, warn: tell, error: tell };
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-nest-bus-'));
  nats = await startNatsServer({ dataDir: folder });
  bus = await connectBus({ servers: nats.url, name: 'caller', log });
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  logged.length = 0;
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A promise that a handler waits for. */
class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

let gate: Gate;
/** Requests of `list_keys` that reached the handler. */
let asked = 0;
/** What the stream is answered with, by the message's sequence, one after the other. */
const verdicts = new Map<number, Fault[]>();
const taken: [number, number][] = [];

@BusController()
class Controller {
  @MessagePattern(signerKeysSubject('list_keys'), SIGNER_ADMIN)
  async list(): Promise<object> {
    asked++;
    await gate.opened;
    return { keys: [], next: null };
  }

  @MessagePattern(fundingSubject('gas_price'), FUNDING)
  price(@Payload({ schema: FUNDING.requests.gas_price }) _none: object): object {
    throw new TypeError('the secret is x');
  }

  @MessagePattern(fundingSubject('release'), FUNDING)
  release(
    @Payload({ schema: FUNDING.requests.release }) { depositId }: FundingRequest<'release'>,
  ): object {
    throw new CodedError('DEPOSIT_NOT_FOUND', { bytes: depositId.length });
  }

  @EventPattern(['funding.transfer.sent', 'funding.transfer.expired'], {
    consumer: 'reader',
    reader: 'transfers',
  })
  async take(@Payload() { message, delivery }: DeliveredFundingMessage): Promise<void> {
    const sequence = message.kind === 'transfer_sent' ? message.sequence : 0;
    const verdict = verdicts.get(sequence)?.shift();
    if (verdict !== undefined) throw verdict;
    taken.push([sequence, delivery]);
  }
}

@Module({ controllers: [Controller] })
class AppModule {}

async function start(others: Partial<BusModuleOptions> = {}): Promise<BusServer> {
  const connection = { servers: nats.url, name: 'server', log, ...others };
  const module = {
    module: AppModule,
    imports: [BusModule.forRootAsync({ useFactory: () => connection })],
  };
  const application = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    inject: [BusServer],
    useFactory: (strategy: BusServer) => ({ strategy }),
    logger: false,
  });
  stops.push(() => application.close());
  await application.listen();
  return application.get(BusServer);
}

const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 'answered',
    (error: unknown) => (error instanceof CodedError ? error.code : error),
  );

describe('requests', () => {
  it('beyond what a service takes at once are refused, and those under way are answered before it closes', async () => {
    gate = new Gate();
    asked = 0;
    await start();
    const client = new SignerAdminClient(bus);
    const { maxUnderWay } = SIGNER_ADMIN;
    const waiting = Array.from({ length: maxUnderWay }, () =>
      codeOf(client.ask('list_keys', {}, { requestId })),
    );
    while (asked < maxUnderWay) await bus.flush();
    expect(await codeOf(client.ask('list_keys', {}, { requestId }))).toBe('OVERLOADED');
    const [close] = stops.splice(0);
    const closing = close!();
    gate.open();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['answered']));
    await closing;
    expect(await codeOf(client.ask('list_keys', {}, { requestId }))).toBe('SIGNER_UNAVAILABLE');
  });

  it('are logged and counted by what they end with, and nothing of them is shown', async () => {
    const metrics = new Metrics({ service: 'test' });
    await start({ metrics });
    const client = new FundingClient(bus);
    const release = client.ask('release', { depositId: user }, { requestId });
    await expect(release).rejects.toMatchObject({
      code: 'DEPOSIT_NOT_FOUND',
      details: { bytes: 32 },
    });
    expect(await codeOf(client.ask('gas_price', {}, { requestId }))).toBe('INTERNAL');
    const more = client.ask('gas_price', { more: 1 } as never, { requestId });
    expect(await codeOf(more)).toBe('UNKNOWN_FIELD');
    const told = logged.filter(({ details }) => 'operation' in details);
    expect(told).toEqual([
      {
        details: { operation: 'release', request_id: requestId, code: 'DEPOSIT_NOT_FOUND' },
        message: 'funding answered',
      },
      {
        details: { operation: 'gas_price', request_id: requestId, err: expect.any(TypeError) },
        message: 'funding failed',
      },
      {
        details: { operation: 'gas_price', request_id: requestId, code: 'UNKNOWN_FIELD' },
        message: 'funding answered',
      },
    ]);
    const { text } = await metrics.expose();
    for (const labels of ['release",code="DEPOSIT_NOT_FOUND', 'gas_price",code="INTERNAL'])
      expect(text).toContain(
        `bellwether_bus_request_duration_seconds_count{service="test",operation="${labels}`,
      );
  });

  it('that are no JSON are refused, and what is no request at all is left alone', async () => {
    await start();
    const answer = await bus.request(fundingSubject('release'), new Uint8Array([1]), 60_000);
    expect(answer.json()).toEqual({
      failed: {
        code: 'VALIDATION_FAILED',
        details: { field: 'request', expected: 'JSON of a request' },
      },
    });
    bus.publish(fundingSubject('release'), new Uint8Array([1]));
    await bus.flush();
    expect(logged.filter(({ details }) => 'operation' in details)).toHaveLength(1);
  });
});

describe('messages of the stream', () => {
  it('are acknowledged by what returns, come again after a fault, and are set aside where they are poison', async () => {
    const server = await start();
    verdicts.set(2, [new Fault('retry', 'not now')]);
    verdicts.set(3, [new Fault('poison', 'never')]);
    const stopping = new AbortController();
    const { signal } = stopping;
    const [reader, ...others] = server.readers();
    expect([reader?.name, others]).toEqual(['transfers', []]);
    let heard = 0;
    const reading = reader?.run(signal, () => {
      if (++heard === 3) stopping.abort();
    });
    const entries = [1, 2, 3, 4].map((sequence, outboxId) => {
      const message: FundingMessage = {
        kind: 'transfer_sent',
        transferId: `t${sequence}`,
        direction: 'deposit',
        subjectId: user,
        user,
        sourceSignature: new Uint8Array(64),
        sequence,
      };
      const subject = fundingMessageSubject(message);
      return {
        outboxId,
        messageId: `m${sequence}`,
        subject,
        payload: encodeFundingMessage(message),
      };
    });
    const source = {
      claim: async () => entries.splice(0),
      published: async () => undefined,
      unpublished: async () => undefined,
    };
    const publishing = publishOutbox(source, { replicas: 1, signal }, { bus, log });
    await Promise.all([reading, publishing]);
    expect(taken.toSorted(([a], [b]) => a - b)).toEqual([
      [1, 1],
      [2, 2],
      [4, 1],
    ]);
    expect(logged.map(({ message }) => message)).toContain('FUNDING: message set aside');
  });
});
