/** The operations of a contract by a function each, as a controller would serve them: stand-ins for the apps in tests. */
import type { ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { FUNDING, SIGNER_ADMIN } from '@bellwether/bus';
import type {
  Bus,
  FundingHandlers,
  JsonContract,
  JsonOperations,
  Log,
  OperationOf,
  SignerAdminHandlers,
} from '@bellwether/bus';
import { LOG, BusController, BusServer } from '../src';
import type { EventConsumer } from '../src';

export interface ServedOperations {
  stop(): Promise<void>;
}

interface World {
  readonly bus: Bus;
  readonly log: Log;
}

type Handler = (request: object, context: object) => unknown;

async function serveOperations<O extends JsonOperations>(
  contract: JsonContract<O>,
  handlers: object,
  { bus, log }: World,
): Promise<ServedOperations> {
  class Operations {}
  for (const [operation, handler] of Object.entries<Handler>({ ...handlers })) {
    const name = operation as OperationOf<O>;
    const value = (request: object, { requestId }: { requestId: string }) =>
      handler(request, { requestId });
    Object.defineProperty(Operations.prototype, name, { value });
    MessagePattern(contract.subjectOf(name), contract)(Operations.prototype, name, { value });
    Payload({ schema: contract.requests[name]! })(Operations.prototype, name, 0);
    Ctx()(Operations.prototype, name, 1);
  }
  BusController()(Operations);
  return serve({ controllers: [Operations] }, { bus, log });
}

/** Controllers, with what they are made of. */
export async function serve(
  { controllers = [], providers = [] }: ModuleMetadata,
  { bus, log }: World,
): Promise<ServedOperations> {
  const { service } = await listening({ controllers, providers }, { bus, log });
  return { stop: () => service.close() };
}

/** What the controllers consume; `close` when it is read. */
export async function consumersOf(
  module: ModuleMetadata,
  world: World,
): Promise<{ readonly consumers: readonly EventConsumer[]; close(): Promise<void> }> {
  const { service, server } = await listening(module, world);
  return { consumers: server.consumers(), close: () => service.close() };
}

async function listening({ controllers = [], providers = [] }: ModuleMetadata, world: World) {
  const server = new BusServer(world.bus, world.log);
  const module = {
    module: class {},
    controllers,
    providers: [{ provide: LOG, useValue: world.log }, ...providers],
  };
  const options = { strategy: server, logger: false } as const;
  const service = await NestFactory.createMicroservice<MicroserviceOptions>(module, options);
  await service.listen();
  return { server, service };
}

export const serveFunding = (bus: Bus, handlers: FundingHandlers, log: Log) =>
  serveOperations(FUNDING, handlers, { bus, log });

export const serveSignerAdmin = (bus: Bus, handlers: SignerAdminHandlers, log: Log) =>
  serveOperations(SIGNER_ADMIN, handlers, { bus, log });
