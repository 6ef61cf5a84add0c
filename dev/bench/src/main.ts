/**
 * One bundle, for each scenario and for the processes that it starts: passes of a contender, peers, floods. Their
 * parameters come as arguments.
 */
import { carryOut } from './harness/carry-out';
import { parseFlags } from './harness/flags';
import type { Scenario } from './harness/scenario';

const exchange = () => import('./exchange/exchange');

const SCENARIOS: Readonly<Record<string, () => Promise<Scenario>>> = {
  core: async () => (await import('./engine-core/measure-core')).core,
  exchange: async () => (await exchange()).wholeExchange,
  orders: async () => (await exchange()).partsOf('orders'),
  reads: async () => (await exchange()).partsOf('reads'),
  paces: async () => (await exchange()).partsOf('paces'),
  streams: async () => (await exchange()).partsOf('streams'),
  cancels: async () => (await exchange()).partsOf('cancels'),
  growth: async () => (await import('./exchange/growth')).growth,
  profile: async () => (await import('./profile/profile')).profile,
  funding: async () => (await import('./funding/funding')).funding,
  history: async () => (await import('./history/history')).history,
  projector: async () => (await import('./history/projector')).projector,
  restart: async () => (await import('./journal/restart')).restart,
  'long-journal': async () => (await import('./journal/long-journal')).longJournal,
  cases: async () => (await import('./journal/due-cases')).dueCases,
  resolution: async () => (await import('./journal/resolution')).resolution,
};

const PROCESSES: Readonly<Record<string, (...args: string[]) => Promise<unknown>>> = {
  'core-pass': async (...args) => (await import('./engine-core/pass')).pass(args),
  peer: async (...args) => (await import('./peer/peers')).servePeer(args),
  flood: async (...args) => (await import('./exchange/flood-process')).flood(args),
};

const [name = '', ...rest] = process.argv.slice(2);
const started = PROCESSES[name];
const scenario = SCENARIOS[name];
if (started !== undefined) await started(...rest);
else if (scenario !== undefined) await carryOut(name, await scenario(), parseFlags(rest).flags);
else throw new Error(`no scenario ${name}: ${Object.keys(SCENARIOS).join(', ')}`);
