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
  signerKeysSubject,
} from '@bellwether/bus';
import type { Bus, FundingRequest } from '@bellwether/bus';
import { CodedError, Fault } from '@bellwether/errors';
import { MESSAGE_READERS } from '@bellwether/funding';
import type { DeliveredFundingMessage } from '@bellwether/funding';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { Metrics } from '@bellwether/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BusController, BusModule, BusServer } from '../src';
import type { BusModuleOptions } from '../src';
import { consumersOf } from './serve-operations';

const requestId = 'r1';
const user = new Uint8Array(32).fill(1);

let folder: string;
let nats: NatsServer;
let bus: Bus;
const logged: { readonly details: object; readonly message: string }[] = [];
const report = (details: object, message: string) => void logged.push({ details, message });
const log = { info: report, warn: report, error: report };
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
const TRANSFERS = { consumer: 'bridge-relayer', reader: 'transfers' } as const;
const taken: [string, number][] = [];

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

  @EventPattern([...MESSAGE_READERS['bridge-relayer']], TRANSFERS)
  async take(@Payload() { message, delivery }: DeliveredFundingMessage): Promise<void> {
    if (delivery === 2) throw new Fault('retry', 'not now');
    taken.push([message.kind, delivery]);
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
    const reported = logged.filter(({ details }) => 'operation' in details);
    expect(reported).toEqual([
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

describe('messages of the funding apps', () => {
  const burned = {
    kind: 'transfer_burned',
    transferId: 't1',
    direction: 'withdrawal',
    subjectId: user,
    user,
    amountMicroUsdc: 1,
    recipientAccount: user,
    sourceSignature: new Uint8Array(64),
    sequence: 1,
  } as const;

  it('reach the method of their subject, and what it throws is thrown', async () => {
    const [consumer, ...others] = (await start()).consumers();
    expect([consumer, others]).toEqual([{ ...TRANSFERS, handle: expect.any(Function) }, []]);
    await consumer?.handle({ messageId: 'm1', message: burned as never, delivery: 1 });
    const again = consumer?.handle({ messageId: 'm1', message: burned as never, delivery: 2 });
    await expect(again).rejects.toBeInstanceOf(Fault);
    expect(taken).toEqual([['transfer_burned', 1]]);
  });

  it('of a reader have a method each, or the process does not start', async () => {
    @BusController()
    class Half {
      @EventPattern('funding.transfer.signed', TRANSFERS)
      take(@Payload() _delivered: DeliveredFundingMessage): Promise<void> {
        return Promise.resolve();
      }
    }
    await expect(consumersOf({ controllers: [Half] }, { bus, log })).rejects.toThrow(
      /nothing of bridge-relayer takes funding.transfer.burned/,
    );
  });
});
