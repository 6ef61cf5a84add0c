/** Orders through the gateway, for processes that profile themselves: says when they were sent and what CPU they took. */
import { cpuBetween, cpuOf } from '../cpu-meter';
import { ExchangeUnderTest } from '../exchange-under-test';
import { machine } from '../machine';
import { GatewayOrders } from '../ways/gateway-orders';
import { CYCLE_ORDERS } from '../trading-desk';
import type { Parts } from '../cpu-meter';
import type { ProfiledLoad } from './profiled-load';

const LANES = 64;
const NOT_NODE = ['nats-server', 'PostgreSQL'];
const WARM_UP_EACH = 16 * CYCLE_ORDERS;
/** Some 20,000 orders: 5 to 10 s of samples in each process. */
const EACH = 40 * CYCLE_ORDERS;
const QUICK_EACH = 8 * CYCLE_ORDERS;

export async function measureProfile(dataDir: string, isQuick: boolean): Promise<ProfiledLoad> {
  const exchange = new ExchangeUnderTest(dataDir);
  const orders = await GatewayOrders.open(exchange, LANES);
  await orders.run(LANES, WARM_UP_EACH);
  await exchange.historyCaughtUp();
  const parts = { ...exchange.parts(), 'funding apps': exchange.fundingApps() };
  const before = cpuOf(parts);
  toggleProfiles(parts);
  const each = isQuick ? QUICK_EACH : EACH;
  await orders.run(LANES, each);
  await exchange.historyCaughtUp();
  const cpuMs = cpuBetween(before, cpuOf(parts));
  toggleProfiles(parts);
  return { machine: machine(), orders: LANES * each, parts, cpuMs };
}

/** As self-profile.cjs has it. The others know no such signal. */
function toggleProfiles(parts: Parts): void {
  for (const [name, pids] of Object.entries(parts)) {
    if (NOT_NODE.includes(name)) continue;
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
  }
}
