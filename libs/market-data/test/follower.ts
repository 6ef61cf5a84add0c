/**
 * A reader of the event stream, like a gateway: it has the engine's views as of some seq, and events from before it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Exchange, SequencedEvent } from '@bellwether/exchange';
import { LiveAccounts, LiveCatalogue, flatten } from '../src/index';

export const WHOLE_BOOK = 9_999;
const SHORT_BOOK = 2;

export class Follower {
  readonly catalogue = new LiveCatalogue();
  readonly accounts = new LiveAccounts();
  private readonly users: Uint8Array[] = [];

  /** The exchange's present state. */
  loadCatalogue(exchange: Exchange): void {
    this.catalogue.load(exchange.events(), exchange.lastSeq);
  }

  /** The exchange's present state, which may be later. */
  loadBooks(exchange: Exchange): void {
    for (const { marketId } of marketsOf(this.catalogue)) {
      const book = exchange.book(marketId, WHOLE_BOOK);
      // Archived meanwhile: an event will follow.
      if (book === null) continue;
      const { bids, asks } = book;
      this.catalogue.loadBook(marketId, exchange.lastSeq, flatten(bids), flatten(asks));
    }
  }

  expectAccount(user: Uint8Array): void {
    this.users.push(user);
    this.accounts.expectBalance(user);
    for (const { marketId } of marketsOf(this.catalogue)) {
      this.accounts.expectPosition(user, marketId);
    }
  }

  /** The exchange's present values of expected keys. */
  loadAccount(exchange: Exchange, user: Uint8Array): void {
    this.accounts.loadBalance(user, exchange.lastSeq, exchange.balance(user));
    for (const { marketId } of marketsOf(this.catalogue)) {
      const view = exchange.position(user, marketId);
      this.accounts.loadPosition(user, marketId, exchange.lastSeq, view);
    }
  }

  apply(events: readonly SequencedEvent[]): void {
    for (const event of events) {
      this.catalogue.apply(event);
      this.accounts.apply(event);
    }
  }

  /** @throws if an event of the catalogue differs from the exchange's */
  compareEvent(exchange: Exchange, eventId: string): void {
    const event = this.catalogue.event(eventId);
    requireEqual(event?.view(), exchange.event(eventId));
    for (const { marketId } of event?.markets ?? []) {
      const market = this.catalogue.market(marketId)?.market;
      requireEqual(market?.bookView(WHOLE_BOOK), exchange.book(marketId, WHOLE_BOOK));
      requireEqual(market?.bookView(SHORT_BOOK), exchange.book(marketId, SHORT_BOOK));
    }
  }

  compareAccounts(exchange: Exchange): void {
    for (const user of this.users) {
      requireEqual(this.accounts.balance(user), exchange.balance(user));
      for (const { marketId } of marketsOf(this.catalogue)) {
        const position = this.accounts.position(user, marketId);
        if (position !== undefined) requireEqual(position, exchange.position(user, marketId));
      }
    }
  }

  compareAll(exchange: Exchange): void {
    const ids = this.catalogue.events.map((event) => event.terms.eventId);
    requireEqual(
      ids.toReversed(),
      exchange.events().map((event) => event.eventId),
    );
    for (const eventId of ids) this.compareEvent(exchange, eventId);
    this.compareAccounts(exchange);
  }
}

const marketsOf = ({ events }: LiveCatalogue) => events.flatMap(({ markets }) => markets);

/** Called many thousands of times a test: a matcher would take most of its time. */
function requireEqual(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  const [is, shouldBe] = [actual, expected].map((value) => JSON.stringify(value));
  throw new Error(`the fold has ${is}, the exchange ${shouldBe}`);
}
