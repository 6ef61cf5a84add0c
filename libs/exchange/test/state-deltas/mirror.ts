import { toHex } from '@bellwether/codec';
import type { BookSide, ExchangeEvent, ExchangeEventOf } from '../../src/event';
import type { BookLevel } from '../../src/views';

const NO_BALANCE = { available: 0, locked: 0, withdrawing: 0, gasDebt: 0, staked: 0 };
const NO_POSITION = { yes: 0, no: 0, yesLocked: 0, noLocked: 0 };

/** Books, balances and positions of a reader that applies only state deltas. */
export class Mirror {
  private readonly levels = new Map<string, Map<number, BookLevel>>();
  private readonly balances = new Map<string, typeof NO_BALANCE>();
  private readonly positions = new Map<string, typeof NO_POSITION>();

  /** Applies one command's events. Throws if a value is emitted twice. */
  take(events: readonly ExchangeEvent[]): void {
    const reported = new Set<string>();
    for (const event of events) {
      const name = this.takeOne(event);
      if (name === null) continue;
      if (reported.has(name)) throw new Error(`${name} is told twice`);
      reported.add(name);
    }
  }

  /** Best first. */
  side(marketId: Uint8Array, side: BookSide): readonly BookLevel[] {
    const levels = [...(this.levels.get(keyOf(marketId, side))?.values() ?? [])];
    return levels.sort((a, b) => (side === 'bid' ? b.price - a.price : a.price - b.price));
  }

  balance(user: Uint8Array): typeof NO_BALANCE {
    return this.balances.get(toHex(user)) ?? NO_BALANCE;
  }

  position(user: Uint8Array, marketId: Uint8Array): typeof NO_POSITION {
    return this.positions.get(keyOf(user, toHex(marketId))) ?? NO_POSITION;
  }

  /** The key of the value that the event sets, null if it is not a state delta. */
  private takeOne(event: ExchangeEvent): string | null {
    switch (event.kind) {
      case 'book_level':
        return this.takeLevel(event);
      case 'balance': {
        const { kind, user, staked = 0, ...balance } = event;
        this.balances.set(toHex(user), { ...balance, staked });
        return `${kind} of ${toHex(user)}`;
      }
      case 'position': {
        const { kind, user, marketId, ...position } = event;
        const key = keyOf(user, toHex(marketId));
        this.positions.set(key, position);
        return `${kind} of ${key}`;
      }
      default:
        return null;
    }
  }

  private takeLevel({ kind, marketId, side, ...level }: ExchangeEventOf<'book_level'>): string {
    const key = keyOf(marketId, side);
    const levels = this.levels.get(key) ?? new Map<number, BookLevel>();
    this.levels.set(key, levels);
    if (level.size === 0) levels.delete(level.price);
    else levels.set(level.price, level);
    return `${kind} ${key} ${level.price}`;
  }
}

const keyOf = (bytes: Uint8Array, other: string): string => `${toHex(bytes)} ${other}`;
