import type { AccountSessions } from './account-sessions';
import type { NonceOutcome } from './answers';
import type {
  DepositStatus,
  LedgerEntry,
  LedgerPage,
  ListOrdersQuery,
  Order,
  OrdersPage,
  UserAllowance,
} from './generated/interface';
import type { PageQuery } from './requests';
import { Caller, pathOf } from './http/caller';
import type { Credentials } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';
import { readAsOwner } from './http/owner-reads';
import { entriesOf, withCursor } from './pages';

export interface PublicClientOptions extends ConnectionOptions {
  /** Opens sessions for orders, ledger and deposits. A `Trader` and a `BuilderClient` bring their own. */
  readonly sessions?: AccountSessions | undefined;
}

/** Reads of the owner of an account: with a session, if the exchange requires one. */
export class OwnerReads {
  protected readonly caller: Caller;
  /** Whose accounts it may read, where that is the owner's alone. */
  readonly sessions: AccountSessions | undefined;

  constructor({ sessions, ...connection }: PublicClientOptions) {
    this.caller = new Caller(connection);
    this.sessions = sessions;
  }

  /** Newest first. `status: 'open'` is live, every other list comes from history. */
  orders(user: string, query: ListOrdersQuery = {}, options?: CallOptions): Promise<OrdersPage> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(pathOf`/v1/orders/${user}`, ['orders'], {
        ...options,
        credentials,
        query: { ...query },
      }),
    );
  }

  eachOrder(
    user: string,
    query: ListOrdersQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Order, void> {
    const read = (before?: string) => this.orders(user, withCursor(query, before), options);
    return entriesOf(read, ({ orders }) => orders, query.before);
  }

  order(user: string, orderId: number, options?: CallOptions): Promise<Order> {
    const path = pathOf`/v1/orders/${user}/${orderId}`;
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(path, ['order_id', 'status'], { ...options, credentials }),
    );
  }

  /** The outcome of a nonce. `ORDER_NOT_FOUND`: it has none. `HISTORY_UNAVAILABLE`: not known yet. */
  orderByNonce(user: string, nonce: number, options?: CallOptions): Promise<NonceOutcome> {
    const path = pathOf`/v1/orders/${user}/by-nonce/${nonce}`;
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(path, ['outcome', 'nonce'], { ...options, credentials }),
    );
  }

  /** A user's statement: every movement of its money, newest first, each with the resulting balance. */
  ledger(user: string, query: PageQuery = {}, options?: CallOptions): Promise<LedgerPage> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(pathOf`/v1/ledger/${user}`, ['entries'], {
        ...options,
        credentials,
        query: { ...query },
      }),
    );
  }

  eachLedgerEntry(
    user: string,
    query: PageQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<LedgerEntry, void> {
    const read = (before?: string) => this.ledger(user, withCursor(query, before), options);
    return entriesOf(read, ({ entries }) => entries, query.before);
  }

  /** How often the user may do what, and what is left of it now. */
  limits(user: string, options?: CallOptions): Promise<UserAllowance> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(pathOf`/v1/limits/${user}`, ['max_open_orders', 'rates'], {
        ...options,
        credentials,
      }),
    );
  }

  depositStatus(user: string, options?: CallOptions): Promise<DepositStatus> {
    return this.asOwner(user, options, (credentials) =>
      this.caller.read(pathOf`/v1/deposit/status/${user}`, ['deposits'], {
        ...options,
        credentials,
      }),
    );
  }

  protected asOwner<T>(
    user: string,
    options: CallOptions | undefined,
    read: (credentials?: Credentials) => Promise<T>,
  ): Promise<T> {
    return readAsOwner(user, this.sessions, read, options);
  }
}
