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

/** What users have. Who is asked for the first time is asked of the engine, and kept by events from then on. */
export class AccountViews {
  private readonly loads = new Map<string, Promise<AsOf>>();

  constructor(
    private readonly live: LiveViews,
    private readonly engine: Pick<EngineClient, 'query'>,
  ) {}

  /** An unknown user has zeros. @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED */
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

  /** An unknown user or market has zeros. @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED */
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
    // First of all: an answer from before the events that are followed could not be kept true.
    await live.current();
    const known = read();
    if (known !== undefined) return { view: known, asOf: live.asOf };
    const [loaded] = await Promise.all([load(), live.current()]);
    const view = read();
    // Pushed out meanwhile: by more users at the same time than are kept.
    if (view === undefined) throw new CodedError('OVERLOADED');
    // The engine's answer may be ahead of the events.
    return { view, asOf: loaded.seq > live.asOf.seq ? loaded : live.asOf };
  }

  /**
   * Once for all who ask meanwhile. Whoever joins an earlier question gets no older answer: what has happened since it was
   * begun is taken in from the events, up to where the reader waits for them.
   */
  private shared(key: string, load: () => Promise<AsOf>): Promise<AsOf> {
    const running = this.loads.get(key);
    if (running !== undefined) return running;
    const begun = load().finally(() => this.loads.delete(key));
    this.loads.set(key, begun);
    return begun;
  }
}
