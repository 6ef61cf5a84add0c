import type { EngineClient, EngineQuery, ParamsOf, ResultOf } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';

/** What readers ask the engine through. */
export type EngineReader = Pick<EngineClient, 'query'>;

/**
 * The engine, asked once for many readers of the same thing. While a question is under way, all who ask the same
 * wait for one further question that begins when it is answered: what a reader gets is never older than its request,
 * and a popular book costs the engine one question at a time, however many look at it.
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
    // The key names the question with all its parameters, so its answer is of that question's type.
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

/** Parameters come in the order in which the reader wrote them: another order is another key, and costs a question. */
function keyOf(what: EngineQuery, params: object): string {
  let key: string = what;
  for (const [name, value] of Object.entries(params)) {
    key += ` ${name}=${value instanceof Uint8Array ? toHex(value) : String(value)}`;
  }
  return key;
}
