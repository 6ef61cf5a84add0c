/** Decides whose account the bearer of a token may read. */
import { LRUCache } from 'lru-cache';
import { readSessionToken } from '@bellwether/api';
import type { SignedSession } from '@bellwether/api';
import { SESSION_SECONDS, TEXT_FORMS, sessionText } from '@bellwether/canonical-message';
import type { Verify } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import { MAX_SESSIONS_REMEMBERED, SESSION_AHEAD_SECONDS, SESSION_KEY_CHECK_MS } from '../limits';

export interface AccountSessionsParts {
  readonly network: () => Promise<Network>;
  /** The exchange's time: Unix milliseconds. */
  readonly nowMs: () => number;
  readonly verify: Verify;
  /** True if the key may trade for the account, as the engine knows it. @throws CodedError ENGINE_UNAVAILABLE */
  readonly mayTrade: (account: Uint8Array, tradingKey: Uint8Array) => Promise<boolean>;
  /** True if anyone may read what is for owners otherwise. */
  readonly isForEverybody: boolean;
}

const HINT = 'POST /v1/session opens one; builders open one for their users at the signer';

/**
 * A token contains the signature that opened it, so each is verified here. There is no table that unknown callers could
 * fill, nothing is lost in a restart, and every gateway accepts what another one opened. Verified tokens are cached.
 * Whether a trading key is still active is queried again.
 */
export class AccountSessions {
  private readonly verified = new LRUCache<string, SignedSession>({ max: MAX_SESSIONS_REMEMBERED });
  /** By account and trading key: whether it may trade, as of a moment ago. */
  private readonly keys: LRUCache<string, boolean>;

  constructor(private readonly parts: AccountSessionsParts) {
    this.keys = new LRUCache({
      max: MAX_SESSIONS_REMEMBERED,
      ttl: SESSION_KEY_CHECK_MS,
      allowStale: true,
      noDeleteOnStaleGet: true,
      perf: { now: parts.nowMs },
      ttlResolution: 0,
    });
  }

  get isForEverybody(): boolean {
    return this.parts.isForEverybody;
  }

  /**
   * @throws CodedError SIGNATURE_INVALID, with the text to sign; SESSION_INVALID if its time is over or in the future
   */
  async open(session: SignedSession): Promise<SignedSession> {
    this.requireTime(session);
    const network = await this.parts.network();
    if (this.holds(session, network)) {
      await this.requireKey(session);
      return session;
    }
    const { publicKey: account, timestamp } = session;
    const text = sessionText({ network, account, timestamp });
    throw new CodedError('SIGNATURE_INVALID', {
      field: 'signature',
      expected:
        'an Ed25519 signature by `public_key`, or by `trading_key` where it is given, over exactly `text` in UTF-8',
      text: new TextDecoder().decode(text),
    });
  }

  /**
   * The session of a token.
   *
   * @throws CodedError SESSION_REQUIRED without a token; SESSION_INVALID; ENGINE_UNAVAILABLE
   */
  async read(token: string | undefined): Promise<SignedSession> {
    if (token === undefined) throw new CodedError('SESSION_REQUIRED', { hint: HINT });
    const known = this.verified.get(token);
    if (known !== undefined) {
      this.requireTime(known);
      await this.requireKey(known);
      return known;
    }
    const session = readSessionToken(token);
    if (session === undefined)
      throw invalid('malformed: it is no token that `POST /v1/session` answered');
    this.requireTime(session);
    if (!this.holds(session, await this.parts.network())) {
      throw invalid('the signature does not hold on this network');
    }
    await this.requireKey(session);
    this.verified.set(token, session);
    return session;
  }

  /** True if it ended by time, or with the trading key that signed it, as far as this is known. */
  hasEnded(session: SignedSession): boolean {
    return this.isOver(session) || this.keys.get(nameOfKey(session)) === false;
  }

  /** Queries again whether the key of a session may still trade. Without an answer of the engine no session ends. */
  async look(session: SignedSession): Promise<void> {
    if (session.tradingKey === undefined) return;
    await this.mayTrade(session, session.tradingKey).catch(() => undefined);
  }

  private isOver({ timestamp }: SignedSession): boolean {
    return this.parts.nowMs() >= (timestamp + SESSION_SECONDS) * 1_000;
  }

  /** @throws CodedError SESSION_INVALID, ENGINE_UNAVAILABLE */
  private async requireKey(session: SignedSession): Promise<void> {
    const { tradingKey } = session;
    if (tradingKey === undefined || (await this.mayTrade(session, tradingKey))) return;
    throw invalid('its trading key may not trade for this account: it has ended, or never began');
  }

  private async mayTrade(session: SignedSession, tradingKey: Uint8Array): Promise<boolean> {
    const name = nameOfKey(session);
    const known = this.keys.get(name, { allowStale: false });
    if (known !== undefined) return known;
    const may = await this.parts.mayTrade(session.publicKey, tradingKey);
    this.keys.set(name, may);
    return may;
  }

  /** An owner signs in any form in which wallets sign texts, a trading key only the bytes. */
  private holds(session: SignedSession, network: Network): boolean {
    const { publicKey: account, timestamp, signature, tradingKey } = session;
    const forms = tradingKey === undefined ? TEXT_FORMS : (['raw'] as const);
    return forms.some((form) =>
      this.parts.verify(
        signature,
        sessionText({ network, account, timestamp }, form),
        tradingKey ?? account,
      ),
    );
  }

  private requireTime(session: SignedSession): void {
    const { timestamp } = session;
    const serverTime = Math.floor(this.parts.nowMs() / 1_000);
    const times = { timestamp, server_time: serverTime };
    if (this.isOver(session)) throw invalid('it has ended', times);
    if (timestamp > serverTime + SESSION_AHEAD_SECONDS) throw invalid('it begins later', times);
  }
}

const nameOfKey = ({ publicKey, tradingKey }: SignedSession): string =>
  tradingKey === undefined ? '' : toHex(publicKey) + toHex(tradingKey);

const invalid = (problem: string, details: Readonly<Record<string, number>> = {}): CodedError =>
  new CodedError('SESSION_INVALID', { problem, ...details, hint: HINT });
