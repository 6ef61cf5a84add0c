/** The operations of a contract by a function each, as a controller would serve them: stand-ins for the apps in tests. */
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
  SignerAdminHandlers,
} from '@bellwether/bus';
import { LOG, BusController, BusServer } from '../src';

export interface ServedOperations {
  stop(): Promise<void>;
}

type Handler = (request: object, context: object) => unknown;

async function serveOperations<O extends JsonOperations<O>>(
  contract: JsonContract<O>,
  handlers: object,
  { bus, log }: { readonly bus: Bus; readonly log: Log },
): Promise<ServedOperations> {
  class Operations {}
  for (const [operation, handler] of Object.entries<Handler>({ ...handlers })) {
    const name = operation as keyof O & string;
    const value = (request: object, { requestId }: { requestId: string }) =>
      handler(request, { requestId });
    Object.defineProperty(Operations.prototype, name, { value });
    MessagePattern(contract.subjectOf(name), contract)(Operations.prototype, name, { value });
    Payload({ schema: contract.requests[name] })(Operations.prototype, name, 0);
    Ctx()(Operations.prototype, name, 1);
  }
  BusController()(Operations);
  const providers = [{ provide: LOG, useValue: log }];
  const module = { module: class {}, controllers: [Operations], providers };
  const options = { strategy: new BusServer(bus, log), logger: false } as const;
  const service = await NestFactory.createMicroservice<MicroserviceOptions>(module, options);
  await service.listen();
  return { stop: () => service.close() };
}

export const serveFunding = (bus: Bus, handlers: FundingHandlers, log: Log) =>
  serveOperations(FUNDING, handlers, { bus, log });

export const serveSignerAdmin = (bus: Bus, handlers: SignerAdminHandlers, log: Log) =>
  serveOperations(SIGNER_ADMIN, handlers, { bus, log });
