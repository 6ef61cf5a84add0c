import type { EngineClient } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { AsOf, BalanceView, PositionView } from '@bellwether/exchange';
import type { LiveViews } from './live-views';

/** A view that is not older than its request. */
export interface Current<V> {
  readonly view: V;
  readonly asOf: AsOf;
}

/** Users' accounts. The first request for a user asks the engine; from then on events keep the account current. */
export class AccountViews {
  private readonly loads = new Map<string, Promise<AsOf>>();

  constructor(
    private readonly live: LiveViews,
    private readonly engine: Pick<EngineClient, 'query'>,
  ) {}

  /**
   * An unknown user has zeros.
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED
   */
  balance(user: Uint8Array): Promise<Current<BalanceView>> {
    const { accounts } = this.live;
    const read = () => accounts.balance(user);
    return this.read(read, () =>
      this.shared(toHex(user), async () => {
        accounts.expectBalance(user);
        const { view, ...asOf } = await this.engine.query('balance', { user });
        accounts.loadBalance(user, asOf.seq, view);
        return asOf;
      }),
    );
  }

  /**
   * An unknown user or market has zeros.
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED
   */
  position(user: Uint8Array, marketId: Uint8Array): Promise<Current<PositionView>> {
    const { accounts } = this.live;
    const read = () => accounts.position(user, marketId);
    return this.read(read, () =>
      this.shared(`${toHex(user)} ${toHex(marketId)}`, async () => {
        accounts.expectPosition(user, marketId);
        const { view, ...asOf } = await this.engine.query('position', { user, marketId });
        accounts.loadPosition(user, marketId, asOf.seq, view);
        return asOf;
      }),
    );
  }

  private async read<V>(read: () => V | undefined, load: () => Promise<AsOf>): Promise<Current<V>> {
    const { live } = this;
    // This comes first, as an answer from before the followed events could not be updated by them.
    await live.current();
    const known = read();
    if (known !== undefined) return { view: known, asOf: live.asOf };
    const [loaded] = await Promise.all([load(), live.current()]);
    const view = read();
    // It was evicted meanwhile, because more users were requested at once than are cached.
    if (view === undefined) throw new CodedError('OVERLOADED');
    // The engine's answer may be ahead of the events.
    return { view, asOf: loaded.seq > live.asOf.seq ? loaded : live.asOf };
  }

  /**
   * One query for all readers meanwhile. A reader that joins an earlier query gets no older answer: the events since
   * its start are applied, up to the offset that the reader waits for.
   */
  private shared(key: string, load: () => Promise<AsOf>): Promise<AsOf> {
    const running = this.loads.get(key);
    if (running !== undefined) return running;
    const begun = load().finally(() => this.loads.delete(key));
    this.loads.set(key, begun);
    return begun;
  }
}
