/** Sessions on a connection: the exchange sends a user's channels to their owner alone. */
import type { AccountSessions } from '../account-sessions';
import type { BellwetherError } from '../errors';

/** Channels for an account's owner alone. */
const OWNED = /^(?:user|deposits):(?<account>.+)$/;

const accountOf = (channel: string): string | undefined => OWNED.exec(channel)?.groups?.['account'];

export class ChannelOwners {
  private readonly sessions: AccountSessions | undefined;
  private readonly send: (message: object) => boolean;
  /** Channels whose session was sent on this connection: a second refusal is final. */
  private readonly sent = new Set<string>();
  private connection = 0;

  constructor(sessions: AccountSessions | undefined, send: (message: object) => boolean) {
    this.sessions = sessions;
    this.send = send;
  }

  connected(): void {
    this.sent.clear();
    this.connection++;
  }

  /** Whether a session may help against this refusal of a channel. */
  mayOpen(channel: string, { code }: BellwetherError): boolean {
    const account = accountOf(channel);
    if (this.sessions === undefined || account === undefined) return false;
    // One that has ended is replaced, however often.
    if (code === 'SESSION_INVALID') {
      this.sessions.forget(account);
      return true;
    }
    return code === 'SESSION_REQUIRED' && !this.sent.has(channel);
  }

  /**
   * @returns `opened`: the exchange got a session of the account, which counts for what is sent afterwards; `late`: the
   *   connection is another one by now, and subscribes to its channels itself
   */
  async open(channel: string): Promise<'opened' | 'none' | 'late'> {
    const { connection } = this;
    const token = (await this.sessions?.tokenOf(accountOf(channel) ?? '')) ?? null;
    if (connection !== this.connection) return 'late';
    if (token === null) return 'none';
    if (this.send({ op: 'session', token })) this.sent.add(channel);
    return 'opened';
  }
}
