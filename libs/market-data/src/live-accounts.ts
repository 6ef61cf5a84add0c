import { byteKey } from '@bellwether/codec';
import type { BalanceView, PositionView, SequencedEvent } from '@bellwether/exchange';
import { MAX_LIVE_BALANCES, MAX_LIVE_POSITIONS } from './limits';
import { NewestValues } from './newest-values';

export interface LiveAccountsOptions {
  readonly maxBalances?: number;
  readonly maxPositions?: number;
}

/**
 * What users have, of those that were asked for. The first reader of one expects it, asks the engine, and loads the
 * answer; events keep it true from then on, until others push it out.
 */
export class LiveAccounts {
  private readonly balances: NewestValues<BalanceView>;
  private readonly positions: NewestValues<PositionView>;

  constructor({ maxBalances, maxPositions }: LiveAccountsOptions = {}) {
    this.balances = new NewestValues(maxBalances ?? MAX_LIVE_BALANCES);
    this.positions = new NewestValues(maxPositions ?? MAX_LIVE_POSITIONS);
  }

  get size(): { readonly balances: number; readonly positions: number } {
    return { balances: this.balances.size, positions: this.positions.size };
  }

  /** Undefined where it is not known. */
  balance(user: Uint8Array): BalanceView | undefined {
    return this.balances.get(byteKey(user));
  }

  /** To be called before the engine is asked: what happens meanwhile is not missed. */
  expectBalance(user: Uint8Array): void {
    this.balances.expect(byteKey(user));
  }

  /** The engine's answer as of `seq`. */
  loadBalance(user: Uint8Array, seq: number, view: BalanceView): void {
    this.balances.tell(byteKey(user), seq, view);
  }

  /** Undefined where it is not known. */
  position(user: Uint8Array, marketId: Uint8Array): PositionView | undefined {
    return this.positions.get(positionKey(user, marketId));
  }

  /** To be called before the engine is asked. */
  expectPosition(user: Uint8Array, marketId: Uint8Array): void {
    this.positions.expect(positionKey(user, marketId));
  }

  /** The engine's answer as of `seq`. */
  loadPosition(user: Uint8Array, marketId: Uint8Array, seq: number, view: PositionView): void {
    this.positions.tell(positionKey(user, marketId), seq, view);
  }

  apply({ seq, event }: SequencedEvent): void {
    if (event.kind === 'balance') {
      const { available, locked, withdrawing, gasDebt } = event;
      const total = available + locked;
      const view = { available, locked, total, withdrawing, gasDebt };
      this.balances.tell(byteKey(event.user), seq, view);
    } else if (event.kind === 'position') {
      const { yes, no, yesLocked, noLocked } = event;
      const view = { yes, no, yesLocked, noLocked };
      this.positions.tell(positionKey(event.user, event.marketId), seq, view);
    }
  }
}

const positionKey = (user: Uint8Array, marketId: Uint8Array): string =>
  byteKey(user) + byteKey(marketId);
