/**
 * The methods of each path, so that a wrong method is distinguished from an unknown path.
 *
 * A path that one route names literally is that route's for every method. `GET /v1/orders/cancel`, where only `POST`
 * exists, is a wrong method, although `GET /v1/orders/:public_key` would take `cancel` as a key and refuse it.
 */
interface Route {
  readonly pattern: string;
  readonly segments: readonly string[];
  readonly methods: Set<string>;
  /** Its methods answer `{success, …}`. */
  readonly wraps: boolean;
}

export class RouteTable {
  private readonly routes = new Map<string, Route>();
  /** For a pattern, the patterns that come before it if both fit a path. Made at first use. */
  private readonly namedBefore = new Map<string, readonly Route[]>();

  /** @param pattern a route's pattern, such as `/v1/markets/:id/book` */
  add(pattern: string, methods: readonly string[], { wraps = false } = {}): void {
    const route = this.routes.get(pattern);
    this.routes.set(pattern, {
      pattern,
      segments: pattern.split('/'),
      methods: new Set([...(route?.methods ?? []), ...methods]),
      wraps: wraps && (route?.wraps ?? true),
    });
    this.namedBefore.clear();
  }

  /** Registers every declared route. */
  all(): { readonly pattern: string; readonly methods: readonly string[] }[] {
    return [...this.routes.values()].map(({ pattern, methods }) => ({
      pattern,
      methods: [...methods],
    }));
  }

  /** Sorted. Empty for a path without a route. */
  methodsOf(target: string): string[] {
    return [...(this.routeOf(target)?.methods ?? [])].sort();
  }

  /**
   * Whether an error without a handler is wrapped: the path is of a route that wraps, or has no route and all with its
   * first segment wrap, as those of `/admin` do.
   */
  wraps(target: string): boolean {
    const route = this.routeOf(target);
    if (route !== undefined) return route.wraps;
    const [, first] = segmentsOf(target);
    const beside = [...this.routes.values()].filter(({ segments }) => segments[1] === first);
    return beside.length > 0 && beside.every(({ wraps }) => wraps);
  }

  private routeOf(target: string): Route | undefined {
    const segments = segmentsOf(target);
    const [first] = [...this.routes.values()]
      .filter((route) => isMatch(route.segments, segments))
      .sort((a, b) => byName(a.segments, b.segments));
    return first;
  }

  /**
   * The methods of the route that names this path literally, if the request was routed to `pattern`, which fits only by
   * a parameter. `undefined` if it was routed correctly. Without possible collisions this is one look-up.
   */
  methodsByName(pattern: string, target: string): string[] | undefined {
    const before = this.before(pattern);
    if (before.length === 0) return undefined;
    const segments = segmentsOf(target);
    const isNamed = before.some((route) => isMatch(route.segments, segments));
    return isNamed ? this.methodsOf(target) : undefined;
  }

  private before(pattern: string): readonly Route[] {
    let before = this.namedBefore.get(pattern);
    if (before === undefined) {
      const own = pattern.split('/');
      before = [...this.routes.values()].filter(
        ({ segments }) => isMatch(own, segments) && byName(segments, own) < 0,
      );
      this.namedBefore.set(pattern, before);
    }
    return before;
  }
}

const segmentsOf = (target: string): string[] => (target.split('?', 1)[0] ?? '').split('/');

const isParameter = (part: string): boolean => part.startsWith(':');

/** It also holds for two patterns: a parameter fits any segment of the other. */
const isMatch = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => {
    const segment = segments[index] ?? '';
    return isParameter(part) ? segment !== '' : part === segment;
  });

/** Of two patterns that fit one path, the one with an earlier named segment comes first, as in the router. */
function byName(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((part, at) => isParameter(part) !== isParameter(other[at] ?? ''));
  if (index === -1) return 0;
  return isParameter(one[index] ?? '') ? 1 : -1;
}
