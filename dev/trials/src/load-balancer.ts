/**
 * What stands before several processes of one app: gives a request to one that says it is ready, and to another where the
 * connection is refused, as nothing has left then. It repeats nothing else, and remembers how every request ended.
 */
import { readinessOf } from '../../e2e/src/app-processes';

/** Quicker than any orchestrator, and slow enough to cost the test nothing. */
const PROBE_MS = 200;

export interface Ending {
  /** Null: the connection ended without an answer. */
  readonly status: number | null;
  readonly hasRetryAfter: boolean;
  readonly atMs: number;
  readonly path: string;
}

export class LoadBalancer {
  readonly endings: Ending[] = [];
  private readonly ready = new Map<string, boolean>();
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  /** @param groups origins that stand in for one another */
  constructor(private readonly groups: readonly (readonly string[])[]) {
    for (const origin of groups.flat()) this.ready.set(origin, true);
    this.timer = setInterval(() => this.probe(), PROBE_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    if (typeof input !== 'string') throw new TypeError('a URL as text is expected');
    const { origin, pathname } = new URL(input);
    const group = this.groups.find((origins) => origins.includes(origin)) ?? [origin];
    const ending = (status: number | null, hasRetryAfter: boolean) =>
      this.endings.push({ status, hasRetryAfter, atMs: performance.now(), path: pathname });
    for (const [index, chosen] of this.inTurn(group).entries()) {
      try {
        const response = await fetch(input.replace(origin, chosen), init);
        ending(response.status, response.headers.has('retry-after'));
        return response;
      } catch (error) {
        const isLast = index === group.length - 1;
        if (isRefused(error) && !isLast) continue;
        ending(null, false);
        throw error;
      }
    }
    throw new Error('not reached');
  };

  /** Those that are ready first, each at its turn. */
  private inTurn(group: readonly string[]): string[] {
    const first = this.turn++ % group.length;
    const turned = [...group.slice(first), ...group.slice(0, first)];
    return turned.toSorted((a, b) => Number(this.ready.get(b)) - Number(this.ready.get(a)));
  }

  private probe(): void {
    for (const origin of this.ready.keys()) {
      readinessOf(origin).then(
        ({ status }) => this.ready.set(origin, status === 200),
        () => this.ready.set(origin, false),
      );
    }
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
