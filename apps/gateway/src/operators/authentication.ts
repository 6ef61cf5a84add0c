import type { KeyObject } from 'node:crypto';
import { timingSafeEqual } from 'node:crypto';
import { CodedError } from '@bellwether/errors';
import type { OperatorStore, StoredOperator } from '@bellwether/persistence';
import type { Logger } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { isAdminKey } from '../admin/admin-key';
import { OF_CONFIGURATION, configured } from './operator';
import type { Operator, Session } from './operator';
import type { OperatorDirectory } from './operator-directory';
import { operatorOf, rolesOf } from './operator-directory';
import { claimedName, operatorKeyHash, sha256Of } from './operator-key';
import { requireOwnOrigin, sessionTokenOf } from './session-cookie';
import type { Sessions } from './sessions';

export const ADMIN_KEY_HEADER = 'x-admin-key';
export const CSRF_HEADER = 'x-csrf-token';
/** The last use of a key is exact to the minute, which saves a write for each call. */
const TOUCH_INTERVAL_MS = 60_000;
const NO_HASH = new Uint8Array(32);

export interface AuthenticationParts {
  /** SHA-256 of the keys of the configuration, one or two. */
  readonly adminKeyHashes: readonly Uint8Array[];
  /** Undefined: only the keys of the configuration are valid. */
  readonly pepper: KeyObject | undefined;
  readonly directory: OperatorDirectory;
  readonly sessions: Sessions;
  readonly store: Pick<OperatorStore, 'touch'>;
  readonly log: Logger;
  /** Unix time in milliseconds. */
  readonly nowMs: () => number;
}

/** Identifies the caller, by a key in the header or by the cookie of a session. */
export class Authentication {
  private readonly touched = new Map<string, number>();

  constructor(private readonly parts: AuthenticationParts) {}

  /**
   * A key in the header overrides a cookie, as no page sends one.
   *
   * @throws CodedError ADMIN_KEY_INVALID, SESSION_ENDED, CSRF_TOKEN_INVALID, HISTORY_UNAVAILABLE
   */
  async of(
    request: FastifyRequest,
  ): Promise<{ readonly operator: Operator; readonly session: Session | null }> {
    const given = request.headers[ADMIN_KEY_HEADER];
    const token = sessionTokenOf(request);
    if (given === undefined && token !== undefined) {
      const session = await this.bySession(request, token);
      return { operator: session.operator, session };
    }
    return { operator: await this.byKey(typeof given === 'string' ? given : ''), session: null };
  }

  /** True if `of` will identify the caller, as far as is known at once. It decides what is charged before any work. */
  knows(request: FastifyRequest): boolean {
    const given = request.headers[ADMIN_KEY_HEADER];
    if (typeof given === 'string') {
      if (this.parts.adminKeyHashes.some((hash) => isAdminKey(given, hash))) return true;
      const name = claimedName(given);
      const stored = name === undefined ? undefined : this.parts.directory.lastKnown(name);
      return name !== undefined && this.holder(name, given, stored) !== undefined;
    }
    const token = sessionTokenOf(request);
    return token !== undefined && this.parts.sessions.find(token) !== undefined;
  }

  /**
   * A key of the configuration needs no database: an operator must be able to halt the exchange without one.
   * @throws CodedError ADMIN_KEY_INVALID, HISTORY_UNAVAILABLE
   */
  async byKey(key: string): Promise<Operator> {
    const matches = this.parts.adminKeyHashes.map((hash) => isAdminKey(key, hash));
    const first = OF_CONFIGURATION[matches.indexOf(true)];
    if (first !== undefined) return first;
    const operator = await this.named(key);
    if (operator !== undefined) return operator;
    throw new CodedError('ADMIN_KEY_INVALID', {
      header: 'X-Admin-Key',
      problem: key === '' ? 'missing' : 'not the key of an operator of this gateway',
      expected:
        'the admin key of which the gateway has the SHA-256 (ADMIN_KEY_HASH), or the key of a named operator',
    });
  }

  private async named(key: string): Promise<Operator | undefined> {
    const { pepper, directory } = this.parts;
    const name = claimedName(key);
    if (pepper === undefined || name === undefined) return undefined;
    const stored = await directory.find(name);
    const operator = this.holder(name, key, stored);
    if (operator !== undefined) this.touch(name);
    return operator;
  }

  private holder(
    name: string,
    key: string,
    stored: StoredOperator | undefined,
  ): Operator | undefined {
    const { pepper } = this.parts;
    if (pepper === undefined) return undefined;
    const hash = operatorKeyHash(pepper, {
      name,
      roles: rolesOf(stored ?? { roles: [] }),
      generation: stored?.generation ?? 1,
      confirmedBy: stored?.confirmedBy ?? null,
      keySha256: sha256Of(key),
    });
    const expected = stored?.keyHash.length === hash.length ? stored.keyHash : NO_HASH;
    // Compared also if there is no such operator, so that the time reveals nothing.
    const isSame = timingSafeEqual(hash, expected);
    return isSame ? operatorOf(stored) : undefined;
  }

  /** A read needs only the cookie. A change also needs the token of the page. */
  private async bySession(request: FastifyRequest, token: string): Promise<Session> {
    const { sessions } = this.parts;
    requireOwnOrigin(request);
    const session = sessions.find(token);
    if (session === undefined || !(await this.stillIs(session.operator))) {
      sessions.end(token);
      throw new CodedError('SESSION_ENDED');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') this.requireCsrf(request, session);
    sessions.use(session);
    return session;
  }

  private requireCsrf(request: FastifyRequest, session: Session): void {
    const given = request.headers[CSRF_HEADER];
    if (typeof given === 'string' && this.parts.sessions.isCsrfToken(session, given)) return;
    throw new CodedError('CSRF_TOKEN_INVALID', {
      header: 'X-CSRF-Token',
      problem: given === undefined ? 'missing' : 'not the one of this session',
      expected: 'the `csrf_token` that the session began with',
    });
  }

  private async stillIs({ name, generation }: Operator): Promise<boolean> {
    if (configured(name) !== undefined) return true;
    const stored = await this.parts.directory.find(name);
    return stored?.generation === generation && stored.revokedMs === null;
  }

  private touch(name: string): void {
    const { store, log, nowMs } = this.parts;
    const now = nowMs();
    if (now - (this.touched.get(name) ?? -Infinity) < TOUCH_INTERVAL_MS) return;
    this.touched.set(name, now);
    store.touch(name, now).catch((error: unknown) => {
      log.warn({ err: error }, 'when a key of an operator was used last is not written');
    });
  }
}
