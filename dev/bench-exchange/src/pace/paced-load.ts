import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane, Load } from '../load';

/**
 * An open loop: requests are due at an even pace, the lanes in turn, whatever became of those before. A latency begins
 * when its request is due, so that a request which waits for the one before it in its lane counts its waiting too.
 *
 * @throws whatever a request fails with
 */
export async function driveAtPace<Request, Reply>(
  lanes: readonly Lane<Request, Reply>[],
  perSecond: number,
): Promise<Load<Reply>> {
  const total = lanes.reduce((sum, { requests }) => sum + requests.length, 0);
  const latenciesMs = new Float64Array(total);
  let answered = 0;
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const run = async ({ requests, exchange }: Lane<Request, Reply>, lane: number) => {
    const replies: Reply[] = [];
    for (const [turn, request] of requests.entries()) {
      const dueMs = startedMs + ((turn * lanes.length + lane) * 1_000) / perSecond;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      replies.push(await exchange(request));
      latenciesMs[answered++] = performance.now() - dueMs;
    }
    return replies;
  };
  const replies = await Promise.all(lanes.map(run));
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds, cpuMs: (user + system) / 1_000, latenciesMs, replies };
}
