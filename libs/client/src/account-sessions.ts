/**
 * Sessions for an owner's reads. One is opened when the exchange requires it, and used until a minute before its end.
 */
import { sessionText } from '@bellwether/canonical-message';
import { toBase58, toHex } from '@bellwether/codec';
import type { AccountSession, Network } from './generated/interface';
import { BellwetherError } from './errors';
import { Caller } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';
import { keyBytes } from './key-bytes';
import type { MessageSigner } from './key-pair';

/** Opens a session of an account; null if it is not this opener's to open. */
export type SessionOpener = (user: string, options?: CallOptions) => Promise<AccountSession | null>;

/** A new one is opened so long before the end of the last. */
const RENEWED_BEFORE_S = 60;

export class AccountSessions {
  private readonly open: SessionOpener;
  private readonly known = new Map<string, Promise<AccountSession | null>>();

  constructor(open: SessionOpener) {
    this.open = open;
  }

  /**
   * The token that reads the account; null if it is another's.
   * @throws what opening throws; InvalidInputError if `user` is no key
   */
  async tokenOf(user: string, options?: CallOptions): Promise<string | null> {
    const name = toBase58(keyBytes('public_key', user));
    const known = this.known.get(name);
    if (known !== undefined) {
      const session = await known;
      if (!isNearlyOver(session)) return session?.token ?? null;
      if (this.known.get(name) === known) this.known.delete(name);
      return this.tokenOf(user, options);
    }
    const opening = this.open(name, options);
    this.known.set(name, opening);
    // After a failure the next caller tries again, perhaps with another opener.
    const forget = () => this.known.delete(name);
    opening.then((session) => session === null && forget(), forget);
    return (await opening)?.token ?? null;
  }

  /** The exchange refused the token. */
  forget(user: string): void {
    this.known.delete(toBase58(keyBytes('public_key', user)));
  }

  /** Whether a read of the account was opened before: the next one sends its token at once. */
  has(user: string): boolean {
    return this.known.has(toBase58(keyBytes('public_key', user)));
  }
}

const isNearlyOver = (session: AccountSession | null): boolean =>
  session !== null && Date.now() / 1_000 > session.expires_at - RENEWED_BEFORE_S;

/** The text to sign for reads of an account from `timestamp` on (Unix seconds), for 24 hours. */
export interface SignedSession {
  readonly timestamp: number;
  /** 64 bytes in hex. */
  readonly signature: string;
  /** Who signed, where it is not the account's own key: the session ends with this one. */
  readonly trading_key?: string;
}

/** @param account whose key this one may trade for; default: its own */
export async function signSession(
  key: MessageSigner,
  network: Network,
  timestamp: number,
  account: string = key.publicKey,
): Promise<SignedSession> {
  const text = sessionText({ network, account: keyBytes('account', account), timestamp });
  const by = account === key.publicKey ? {} : { trading_key: key.publicKey };
  return { timestamp, signature: toHex(await key.sign(text)), ...by };
}

/** Opens sessions with signatures made elsewhere, such as by a wallet. */
export const signedSessionAt = (parts: {
  readonly gatewayUrl: string;
  /** For that time (Unix seconds, the exchange's); null if nobody signs for the account. */
  readonly pick: (
    user: string,
    time: number,
  ) => Promise<SignedSession | null> | SignedSession | null;
}): SessionOpener => signedOpener(new Caller({ url: parts.gatewayUrl }), parts.pick);

/** Of the one account that the key is of, or may trade for. `gateway`: a connection to it, or what makes one. */
export function ownSession(parts: {
  readonly key: MessageSigner;
  /** Where `key` is a trading key. Default: the key's own. */
  readonly account?: string | undefined;
  readonly network: Network;
  readonly gateway: Caller | ConnectionOptions;
}): SessionOpener {
  const { key, network, account = key.publicKey } = parts;
  const gateway = parts.gateway instanceof Caller ? parts.gateway : new Caller(parts.gateway);
  const open = signedOpener(gateway, (_, time) => signSession(key, network, time, account));
  return async (user, options) => (user === account ? open(user, options) : null);
}

/** @param signedFor what the owner signs, or has signed, for the exchange's time: that of this machine may be wrong */
const signedOpener =
  (
    gateway: Caller,
    signedFor: (user: string, time: number) => Promise<SignedSession | null> | SignedSession | null,
  ): SessionOpener =>
  async (user, options) => {
    const { time } = await gateway.read<{ time: number }>('/v1/time', ['time'], options);
    const signed = await signedFor(user, time);
    return signed === null
      ? null
      : openedBy(gateway, JSON.stringify({ public_key: user, ...signed }), options);
  };

/** Of a builder's users, whose keys the signer holds. */
export const delegatedSession =
  (signer: Caller): SessionOpener =>
  async (user, options) => {
    try {
      return await openedBy(signer, JSON.stringify({ user }), options);
    } catch (error) {
      if (error instanceof BellwetherError && error.code === 'NOT_YOUR_USER') return null;
      throw error;
    }
  };

async function openedBy(
  caller: Caller,
  body: string,
  options?: CallOptions,
): Promise<AccountSession> {
  const change = { path: '/v1/session', body, effect: 'read' } as const;
  return caller.ask(change, ['token', 'expires_at'], options);
}
