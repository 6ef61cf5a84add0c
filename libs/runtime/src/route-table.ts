/** Which methods a path takes, so that a wrong method is told from an unknown path. */
export class RouteTable {
  private readonly routes: { methods: readonly string[]; segments: readonly string[] }[] = [];

  /** @param pattern a route's pattern, e.g. `/v1/markets/:id/book` */
  add(pattern: string, methods: readonly string[]): void {
    this.routes.push({ methods, segments: pattern.split('/') });
  }

  /** Sorted, each once; empty for a path that no route has. */
  methodsOf(target: string): string[] {
    const [path = ''] = target.split('?', 1);
    const segments = path.split('/');
    const methods = this.routes
      .filter((route) => isMatch(route.segments, segments))
      .flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}

const isMatch = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) =>
    part.startsWith(':') ? segments[index] !== '' : part === segments[index],
  );
