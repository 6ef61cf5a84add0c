/** A reader of the event stream, as a gateway is one: it has the engine's views as of some seq, and events from before it. */
import { expect } from '@jest/globals';
import type { Exchange, SequencedEvent } from '@bellwether/exchange';
import { LiveAccounts, LiveCatalogue, flatten } from '../src/index';

export const WHOLE_BOOK = 9_999;
const SHORT_BOOK = 2;

export class Follower {
  readonly catalogue = new LiveCatalogue();
  readonly accounts = new LiveAccounts();
  private readonly users: Uint8Array[] = [];

  /** As the exchange is now. */
  loadCatalogue(exchange: Exchange): void {
    this.catalogue.load(exchange.events(), exchange.lastSeq);
  }

  /** As the exchange is now, which may be later. */
  loadBooks(exchange: Exchange): void {
    for (const { marketId } of marketsOf(this.catalogue)) {
      const book = exchange.book(marketId, WHOLE_BOOK);
      if (book === null) throw new Error('a market that the exchange does not know');
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

  /** As the exchange is now: of what was expected. */
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

  /** @throws where an event of the catalogue is not as the exchange has it */
  compareEvent(exchange: Exchange, eventId: string): void {
    const event = this.catalogue.event(eventId);
    expect(event?.view()).toEqual(exchange.event(eventId));
    for (const { marketId } of event?.markets ?? []) {
      const market = this.catalogue.market(marketId)?.market;
      expect(market?.bookView(WHOLE_BOOK)).toEqual(exchange.book(marketId, WHOLE_BOOK));
      expect(market?.bookView(SHORT_BOOK)).toEqual(exchange.book(marketId, SHORT_BOOK));
    }
  }

  compareAccounts(exchange: Exchange): void {
    for (const user of this.users) {
      expect(this.accounts.balance(user)).toEqual(exchange.balance(user));
      for (const { marketId } of marketsOf(this.catalogue)) {
        const position = this.accounts.position(user, marketId);
        if (position !== undefined) expect(position).toEqual(exchange.position(user, marketId));
      }
    }
  }

  compareAll(exchange: Exchange): void {
    const ids = this.catalogue.events.map((event) => event.terms.eventId);
    expect(ids.toReversed()).toEqual(exchange.events().map((event) => event.eventId));
    for (const eventId of ids) this.compareEvent(exchange, eventId);
    this.compareAccounts(exchange);
  }
}

const marketsOf = ({ events }: LiveCatalogue) => events.flatMap(({ markets }) => markets);
