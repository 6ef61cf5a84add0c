/** Whose account the bearer of a token may read. */
import { LRUCache } from 'lru-cache';
import { readSessionToken } from '@bellwether/api';
import type { SignedSession } from '@bellwether/api';
import { SESSION_SECONDS, TEXT_FORMS, sessionText } from '@bellwether/canonical-message';
import type { Verify } from '@bellwether/canonical-message';
import { CodedError } from '@bellwether/errors';
import type { Network } from '@bellwether/exchange';
import { MAX_SESSIONS_REMEMBERED, SESSION_AHEAD_SECONDS } from '../limits';

export interface AccountSessionsParts {
  readonly network: () => Promise<Network>;
  /** The exchange's time: Unix milliseconds. */
  readonly nowMs: () => number;
  readonly verify: Verify;
  /** Whether anybody may read what is an owner's otherwise. */
  readonly isForEverybody: boolean;
}

const HINT = 'POST /v1/session opens one; builders open one for their users at the signer';

/**
 * A token carries the owner's signature, so each is verified here: no table that a stranger could fill, nothing to lose in
 * a restart, and every gateway accepts what another one opened. What was verified is remembered.
 */
export class AccountSessions {
  private readonly verified = new LRUCache<string, SignedSession>({ max: MAX_SESSIONS_REMEMBERED });

  constructor(private readonly parts: AccountSessionsParts) {}

  get isForEverybody(): boolean {
    return this.parts.isForEverybody;
  }

  /** @throws CodedError SIGNATURE_INVALID, with the text to sign; SESSION_INVALID where its time is over or ahead */
  async open(session: SignedSession): Promise<SignedSession> {
    this.requireTime(session);
    const network = await this.parts.network();
    if (this.holds(session, network)) return session;
    const { publicKey: account, timestamp } = session;
    const text = sessionText({ network, account, timestamp });
    throw new CodedError('SIGNATURE_INVALID', {
      field: 'signature',
      expected: 'an Ed25519 signature by `public_key` over exactly `text` in UTF-8',
      text: new TextDecoder().decode(text),
    });
  }

  /**
   * The session of a token.
   * @throws CodedError SESSION_REQUIRED where there is none; SESSION_INVALID; ENGINE_UNAVAILABLE
   */
  async read(token: string | undefined): Promise<SignedSession> {
    if (token === undefined) throw new CodedError('SESSION_REQUIRED', { hint: HINT });
    const known = this.verified.get(token);
    if (known !== undefined) {
      this.requireTime(known);
      return known;
    }
    const session = readSessionToken(token);
    if (session === undefined)
      throw invalid('malformed: it is no token that `POST /v1/session` answered');
    this.requireTime(session);
    if (!this.holds(session, await this.parts.network())) {
      throw invalid('the signature does not hold on this network');
    }
    this.verified.set(token, session);
    return session;
  }

  hasEnded({ timestamp }: SignedSession): boolean {
    return this.parts.nowMs() >= (timestamp + SESSION_SECONDS) * 1_000;
  }

  /** In any form in which a wallet signs texts. */
  private holds({ publicKey: account, timestamp, signature }: SignedSession, network: Network) {
    return TEXT_FORMS.some((form) =>
      this.parts.verify(signature, sessionText({ network, account, timestamp }, form), account),
    );
  }

  private requireTime(session: SignedSession): void {
    const { timestamp } = session;
    const serverTime = Math.floor(this.parts.nowMs() / 1_000);
    const times = { timestamp, server_time: serverTime };
    if (this.hasEnded(session)) throw invalid('it has ended', times);
    if (timestamp > serverTime + SESSION_AHEAD_SECONDS) throw invalid('it begins later', times);
  }
}

const invalid = (problem: string, details: Readonly<Record<string, number>> = {}): CodedError =>
  new CodedError('SESSION_INVALID', { problem, ...details, hint: HINT });
