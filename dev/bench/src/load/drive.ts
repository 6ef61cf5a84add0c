import { setTimeout as sleep } from 'node:timers/promises';

/** A closed loop: each lane sends its next request when the previous one is answered. */
interface Lane<Request, Reply> {
  readonly requests: readonly Request[];
  readonly exchange: (request: Request) => Promise<Reply>;
}

export interface Load<Reply> {
  readonly seconds: number;
  /** The CPU time of this process for sending and receiving, in milliseconds. */
  readonly cpuMs: number;
  /** Of every request, unordered. */
  readonly latenciesMs: Float64Array;
  /** A list for each lane, in the order of its requests. */
  readonly replies: readonly (readonly Reply[])[];
}

/**
 * A closed loop, or an open one at a pace. In an open loop requests are due evenly and the lanes alternate, whatever
 * became of earlier ones. A latency begins when its request is due, so a request that waits for the one before it in
 * its lane counts that wait.
 *
 * @param perSecond the pace of all lanes together
 * @throws whatever a request fails with: every one must be answered
 */
export async function drive<Request, Reply>(
  lanes: readonly Lane<Request, Reply>[],
  perSecond?: number,
): Promise<Load<Reply>> {
  const total = lanes.reduce((sum, { requests }) => sum + requests.length, 0);
  const latenciesMs = new Float64Array(total);
  let answered = 0;
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const begun = async (place: number): Promise<number> => {
    if (perSecond === undefined) return performance.now();
    const dueMs = startedMs + (place * 1_000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    return dueMs;
  };
  const run = async ({ requests, exchange }: Lane<Request, Reply>, lane: number) => {
    const replies: Reply[] = [];
    for (const [turn, request] of requests.entries()) {
      const begunMs = await begun(turn * lanes.length + lane);
      replies.push(await exchange(request));
      latenciesMs[answered++] = performance.now() - begunMs;
    }
    return replies;
  };
  const replies = await Promise.all(lanes.map(run));
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds, cpuMs: (user + system) / 1_000, latenciesMs, replies };
}

/** Carries requests, one at a time. */
export interface Connection<Request, Reply> {
  readonly exchange: (request: Request) => Promise<Reply>;
  close(): void;
}

/** Sends each list over a connection of its own. @param perSecond in an open loop, at this pace */
export async function driveOver<Request, Reply>(
  open: () => Promise<Connection<Request, Reply>>,
  requests: readonly (readonly Request[])[],
  perSecond?: number,
): Promise<Load<Reply>> {
  const connections = await Promise.all(requests.map(open));
  try {
    const lanes = connections.map(({ exchange }, lane) => ({
      requests: requests[lane]!,
      exchange,
    }));
    return await drive(lanes, perSecond);
  } finally {
    for (const connection of connections) connection.close();
  }
}
