import type { Parts } from '../harness/processes';
import type { Run } from '../harness/scenario';
import { rotated } from '../harness/statistics';
import type { PlacedOrder } from '../load/placed-order';
import { CYCLE_ORDERS } from '../load/trading-pair';
import type { ExchangeUnderTest } from './exchange-under-test';
import { measured } from './measured';
import type { RunFigures } from './measured';
import { LANES } from './way';
import type { Way, WayName } from './way';

/** How long a run with many lanes should take. The warm-up decides how many requests that is. */
const FULL = { rounds: 5, secondsARun: 4, requestsAlone: 2_000 };
const QUICK = { rounds: 3, secondsARun: 1, requestsAlone: 320 };
const WARM_UP_EACH = 16 * CYCLE_ORDERS;

export interface WayFigures extends RunFigures {
  readonly round: number;
  readonly way: WayName;
  readonly lanes: number;
}

/** Each round measures every way once, so that other load of the machine affects all of them. */
export async function measureWays(
  run: Run,
  on: { readonly exchange: ExchangeUnderTest; readonly parts: Parts },
  ways: readonly Way[],
  placed: PlacedOrder[],
): Promise<{ rounds: number; runs: WayFigures[] }> {
  const { rounds, secondsARun, requestsAlone } = run.isQuick ? QUICK : FULL;
  const plan = [];
  for (const lanes of LANES) {
    for (const way of ways.filter((one) => one.lanes.includes(lanes))) {
      run.say(`warming up ${way.name}, ${lanes} under way`);
      const warm = await measured(on, placed, () => way.run(lanes, WARM_UP_EACH));
      const wanted = lanes === 1 ? requestsAlone : warm.perSecond * secondsARun;
      const each = Math.ceil(wanted / lanes / CYCLE_ORDERS) * CYCLE_ORDERS;
      plan.push({ way, lanes, each });
    }
  }
  const runs: WayFigures[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const { way, lanes, each } of rotated(plan, 2 * round)) {
      const figures = await measured(on, placed, () => way.run(lanes, each));
      const { perSecond, p50Ms, p99Ms } = figures;
      const rate = `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
      run.say(`round ${round}: ${way.name}, ${lanes} under way: ${rate}`);
      runs.push({ round, way: way.name, lanes, ...figures });
    }
  }
  return { rounds, runs };
}
