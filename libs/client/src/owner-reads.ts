import type { AccountSessions } from './account-sessions';
import { Caller } from './http/caller';
import type { Credentials } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';
import { readAsOwner } from './http/owner-reads';

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

  protected asOwner<T>(
    user: string,
    options: CallOptions | undefined,
    read: (credentials?: Credentials) => Promise<T>,
  ): Promise<T> {
    return readAsOwner(user, this.sessions, read, options);
  }
}
