/** A closed loop: each lane sends its next request when the answer to the one before is there. */
export interface Lane<Request, Reply> {
  readonly requests: readonly Request[];
  readonly exchange: (request: Request) => Promise<Reply>;
}

export interface Load<Reply> {
  readonly seconds: number;
  /** What the sending and the receiving cost this process, in milliseconds of CPU. */
  readonly cpuMs: number;
  /** Of every request, in no particular order. */
  readonly latenciesMs: Float64Array;
  /** A list for each lane, in the order of its requests. */
  readonly replies: readonly (readonly Reply[])[];
}

/** @throws whatever a request fails with: every one must be answered */
export async function drive<Request, Reply>(
  lanes: readonly Lane<Request, Reply>[],
): Promise<Load<Reply>> {
  const total = lanes.reduce((sum, { requests }) => sum + requests.length, 0);
  const latenciesMs = new Float64Array(total);
  let answered = 0;
  const run = async ({ requests, exchange }: Lane<Request, Reply>): Promise<Reply[]> => {
    const replies: Reply[] = [];
    for (const request of requests) {
      const sentMs = performance.now();
      replies.push(await exchange(request));
      latenciesMs[answered++] = performance.now() - sentMs;
    }
    return replies;
  };
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const replies = await Promise.all(lanes.map(run));
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds, cpuMs: (user + system) / 1_000, latenciesMs, replies };
}
