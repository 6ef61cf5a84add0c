import { byteKey } from '@bellwether/codec';
import type { BalanceView, PositionView, SequencedEvent } from '@bellwether/exchange';
import { MAX_LIVE_BALANCES, MAX_LIVE_POSITIONS } from './limits';
import { NewestValues } from './newest-values';
import { WatchedUsers } from './watched-users';

export interface LiveAccountsOptions {
  readonly maxBalances?: number;
  readonly maxPositions?: number;
}

/**
 * Balances and positions of the users that were queried. The first reader expects the key, queries the engine and
 * loads the answer. From then on events keep the value current, until it is evicted.
 */
export class LiveAccounts {
  private readonly watched = new WatchedUsers();
  private readonly balances: NewestValues<BalanceView>;
  private readonly positions: NewestValues<PositionView>;

  constructor({ maxBalances, maxPositions }: LiveAccountsOptions = {}) {
    this.balances = new NewestValues(maxBalances ?? MAX_LIVE_BALANCES, this.watched);
    this.positions = new NewestValues(maxPositions ?? MAX_LIVE_POSITIONS, this.watched);
  }

  get size(): { readonly balances: number; readonly positions: number } {
    return { balances: this.balances.size, positions: this.positions.size };
  }

  /** Undefined if it is not cached. */
  balance(user: Uint8Array): BalanceView | undefined {
    return this.balances.get(byteKey(user));
  }

  /** Call it before querying the engine, so that no event in between is missed. */
  expectBalance(user: Uint8Array): void {
    this.balances.expect(byteKey(user));
  }

  /** The engine's answer as of `seq`. */
  loadBalance(user: Uint8Array, seq: number, view: BalanceView): void {
    this.balances.report(byteKey(user), seq, view);
  }

  /** Undefined if it is not cached. */
  position(user: Uint8Array, marketId: Uint8Array): PositionView | undefined {
    return this.positions.get(positionKey(user, marketId));
  }

  /** Call it before querying the engine. */
  expectPosition(user: Uint8Array, marketId: Uint8Array): void {
    this.positions.expect(positionKey(user, marketId));
  }

  /** The engine's answer as of `seq`. */
  loadPosition(user: Uint8Array, marketId: Uint8Array, seq: number, view: PositionView): void {
    this.positions.report(positionKey(user, marketId), seq, view);
  }

  apply({ seq, event }: SequencedEvent): void {
    if (event.kind !== 'balance' && event.kind !== 'position') return;
    if (!this.watched.mayHave(event.user)) return;
    if (event.kind === 'balance') {
      const { available, locked, withdrawing, gasDebt, staked = 0 } = event;
      const total = available + locked;
      const view = { available, locked, total, withdrawing, gasDebt, staked };
      this.balances.report(byteKey(event.user), seq, view);
    } else {
      const { yes, no, yesLocked, noLocked } = event;
      const view = { yes, no, yesLocked, noLocked };
      this.positions.report(positionKey(event.user, event.marketId), seq, view);
    }
  }
}

const positionKey = (user: Uint8Array, marketId: Uint8Array): string =>
  byteKey(user) + byteKey(marketId);
