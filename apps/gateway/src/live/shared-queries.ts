import type { EngineClient, EngineQuery, ParamsOf, ResultOf } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';

/** The engine client that readers use. */
export type EngineReader = Pick<EngineClient, 'query'>;

/**
 * Shares engine queries among readers of the same thing. While a query is under way, all further readers of it wait for
 * one more query, which starts when the first is answered. So an answer is never older than its request, and a popular
 * book costs the engine one query at a time.
 */
export class SharedQueries implements EngineReader {
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly next = new Map<string, Promise<unknown>>();

  constructor(private readonly engine: EngineReader) {}

  query<Q extends EngineQuery>(what: Q, params: ParamsOf<Q>): Promise<ResultOf<Q>> {
    const key = keyOf(what, params);
    const begin = (): Promise<ResultOf<Q>> => {
      const result = this.engine.query(what, params);
      this.running.set(key, result);
      const forget = () => {
        if (this.running.get(key) === result) this.running.delete(key);
      };
      result.then(forget, forget);
      return result;
    };
    const running = this.running.get(key);
    if (running === undefined) return begin();
    const waiting = this.next.get(key);
    // The key contains the query and all its parameters, so its answer has the query's type.
    if (waiting !== undefined) return waiting as Promise<ResultOf<Q>>;
    const beginNext = () => {
      this.next.delete(key);
      return begin();
    };
    const result = running.then(beginNext, beginNext);
    this.next.set(key, result);
    return result;
  }
}

/** Parameters stay in the reader's order. Another order is another key, which costs one more query. */
function keyOf(what: EngineQuery, params: object): string {
  let key: string = what;
  for (const [name, value] of Object.entries(params)) {
    key += ` ${name}=${value instanceof Uint8Array ? toHex(value) : String(value)}`;
  }
  return key;
}
