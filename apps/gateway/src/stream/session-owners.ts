/** Decides whose `user:` and `deposits:` channels a connection may follow. */
import { MAX_CHANNELS_PER_CONNECTION, userChannel } from '@bellwether/api';
import type { Channel, ClientMessage, SignedSession } from '@bellwether/api';
import { toBase58 } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { AccountSessions } from '../account-sessions/account-sessions';

export interface MessageTaker {
  /** A promise if the messages after this one must wait for it. */
  carryOut(message: ClientMessage): Promise<void> | undefined;
}

export class SessionOwners {
  /** By the name of the `user:` channel that each opens. */
  private readonly open = new Map<string, SignedSession>();
  /** Messages that came after a session which is being verified. */
  private waiting: ClientMessage[] | undefined;

  constructor(private readonly sessions: AccountSessions) {}

  /** Handles messages in the order in which they came: a session counts for everything that is sent after it. */
  inTurn(message: ClientMessage, connection: MessageTaker): void {
    if (this.waiting !== undefined) {
      this.waiting.push(message);
      return;
    }
    const done = connection.carryOut(message);
    if (done === undefined) return;
    this.waiting = [];
    void done.finally(() => {
      const rest = this.waiting ?? [];
      this.waiting = undefined;
      for (const next of rest) this.inTurn(next, connection);
    });
  }

  /** @throws CodedError SESSION_INVALID, ENGINE_UNAVAILABLE; TOO_MANY_CHANNELS above one session a channel */
  async add(token: string): Promise<SignedSession> {
    const session = await this.sessions.read(token);
    const { name } = userChannel(session.publicKey);
    this.forgetEnded();
    if (this.open.size >= MAX_CHANNELS_PER_CONNECTION && !this.open.has(name)) {
      const details = { sessions: this.open.size, max_sessions: MAX_CHANNELS_PER_CONNECTION };
      throw new CodedError('TOO_MANY_CHANNELS', details);
    }
    this.open.set(name, session);
    return session;
  }

  /** Queries whether the trading keys that opened sessions here may still trade. `refusalOf` knows it afterwards. */
  async look(): Promise<void> {
    await Promise.all([...this.open.values()].map((session) => this.sessions.look(session)));
  }

  /** Why the channel may not be followed at present. */
  refusalOf(channel: Channel): CodedError | undefined {
    if (channel.kind !== 'user' && channel.kind !== 'deposits') return undefined;
    if (this.sessions.isForEverybody) return undefined;
    const session = this.open.get(userChannel(channel.user).name);
    if (session === undefined) {
      return new CodedError('SESSION_REQUIRED', {
        public_key: toBase58(channel.user),
        hint: 'send {"op":"session","token":…} first; POST /v1/session opens one',
      });
    }
    if (!this.sessions.hasEnded(session)) return undefined;
    const public_key = toBase58(channel.user);
    return new CodedError('SESSION_INVALID', { public_key, problem: 'it has ended' });
  }

  private forgetEnded(): void {
    for (const [name, session] of this.open) {
      if (this.sessions.hasEnded(session)) this.open.delete(name);
    }
  }
}
