/** The bus for Nest: a module, a transport, decorators. */
export { BusController } from './bus-controller';
export { BusRequest } from './bus-request';
export { BusServer } from './bus-server';
export type { Consumed, EventConsumer, Served } from './bus-server';
export { BusModule } from './bus.module';
export type { BusModuleOptions } from './bus.module';
export { EngineTimeModule } from './engine-time.module';
export { providersOf, watchFollowedClock } from './readiness';
export { LOG } from './tokens';
export { setStandingHeaders } from './standing-headers';
