/**
 * Floods run in processes of their own, so that the process that measures does not wait behind them. They share the
 * machine's cores with the exchange, which real callers would not.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { HttpConnection, getRequest } from '../load/http-connection';
import { ExchangeUnderTest } from './exchange-under-test';
import { FloodMeter } from './flood-meter';
import type { FloodCounts } from './flood-meter';
import { floodWithOrders } from './order-flood';

type Kind = 'orders' | 'reads';

/** Ten times as many as saturate the gateway: 16 requests at a time do. */
const CONNECTIONS = 160;

export interface RunningFlood {
  counts(): Promise<FloodCounts>;
  stop(): Promise<void>;
}

/** @returns when the flood has begun */
export async function startFlood(kind: Kind, dataDir: string): Promise<RunningFlood> {
  const child = fork(process.argv[1]!, ['flood', kind, dataDir], { detached: true });
  const ended = once(child, 'exit');
  const said = async (): Promise<FloodCounts> => {
    const failed = ended.then(([code]) => {
      throw new Error(`the flood of ${kind} ended with ${code}`);
    });
    const [counts] = await Promise.race([once(child, 'message'), failed]);
    return counts;
  };
  await said();
  return {
    counts() {
      const counts = said();
      child.send('counts');
      return counts;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The process. It ends with the one that measures. */
export async function flood([kind, dataDir]: readonly string[]): Promise<void> {
  process.once('disconnect', () => process.exit());
  if (!process.connected) process.exit();
  const meter = new FloodMeter();
  const exchange = new ExchangeUnderTest(dataDir!);
  if (kind === 'orders') await floodWithOrders(exchange, meter);
  else await floodWithReads(exchange, meter);
  process.send?.(meter.take());
  process.on('message', () => process.send?.(meter.take()));
}

/** Reads the list of markets again and again. @returns when it has begun */
async function floodWithReads({ gatewayUrl }: ExchangeUnderTest, meter: FloodMeter) {
  const request = getRequest(`${gatewayUrl}/v1/markets`);
  const open = () => HttpConnection.open(gatewayUrl);
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, open));
  const lane = async (connection: HttpConnection): Promise<never> => {
    for (;;) {
      meter.asked++;
      const { status } = await connection.exchange(request);
      if (status === 200) meter.done++;
      else meter.refused++;
    }
  };
  for (const connection of connections) void lane(connection);
}
