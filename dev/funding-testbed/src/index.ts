/**
 * What the funding apps are tried in, for one test file: a real bus, database and network of both chains; the engine's rules
 * behind the bus; processes that die at an await; and patience. For tests alone.
 *
 *     class World extends FundingTestbed { ... }                    // adds what the app under test works with
 *     const url = await world.databaseUrl();
 *     await world.give('ext', { to, mint, amount });          // final when it resolves
 *     const engine = await EngineUnderTest.serve(await world.bus());
 *     await tickOf(duty);                                     // as the duty runner makes it
 *     await world.stop();
 */
export { EngineUnderTest } from './engine-under-test';
export { SimulatedCrash, Interruption, cutAll, cutOff, survives } from './interruption';
export { FundingTestbed, userOf } from './funding-testbed';
export type { ChainName, GivenMoney, NodeUrls, Servers } from './funding-testbed';
export { tickOf, steadily } from './steadily';
export { silent } from './silent';
export { TARIFF, TRUE_TARIFF } from './tariff';
export { until } from './until';
