import { createHash, randomBytes } from 'node:crypto';
import { isSameSecret } from './operator-key';
import type { Operator, Session } from './operator';

export interface SessionLimits {
  /** A session that is not used for this long ends. */
  readonly idleMs: number;
  /** The longest that a session lasts. */
  readonly lifeMs: number;
  readonly most: number;
  readonly mostOfOperator: number;
}

const TOKEN_BYTES = 32;
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
const nameOf = (token: string): string =>
  createHash('sha256').update(token, 'utf8').digest('base64url');

/**
 * Sessions of operators' pages, in memory: they end with the process, and after a quarter of an hour without a call.
 * The table contains only hashes of tokens. When it is full the session that was used longest ago is ended.
 */
export class Sessions {
  private readonly byHash = new Map<string, Session>();

  constructor(
    private readonly limits: SessionLimits,
    /** Milliseconds, never falling. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.byHash.size;
  }

  begin(operator: Operator): { readonly token: string; readonly session: Session } {
    this.endIdle();
    this.makeRoom((session) => session.operator.name === operator.name, this.limits.mostOfOperator);
    this.makeRoom(() => true, this.limits.most);
    const token = newToken();
    const nowMs = this.now();
    const session = { operator, csrfToken: newToken(), beganMs: nowMs, usedMs: nowMs };
    this.byHash.set(nameOf(token), session);
    return { token, session };
  }

  /** Undefined: unknown, or ended. */
  find(token: string): Session | undefined {
    const hash = nameOf(token);
    const session = this.byHash.get(hash);
    if (session === undefined) return undefined;
    if (this.isOver(session)) {
      this.byHash.delete(hash);
      return undefined;
    }
    return session;
  }

  /** The session was used, so its idle time begins again. */
  use(session: Session): void {
    session.usedMs = this.now();
  }

  isCsrfToken(session: Session, given: string): boolean {
    return isSameSecret(given, session.csrfToken);
  }

  end(token: string): void {
    this.byHash.delete(nameOf(token));
  }

  /** Ends all sessions of an operator whose key was revoked or replaced. */
  endOf(name: string): void {
    for (const [hash, session] of this.byHash) {
      if (session.operator.name === name) this.byHash.delete(hash);
    }
  }

  /** The longest time for which it lasts, in milliseconds. */
  restMs(session: Session): number {
    return Math.max(0, session.beganMs + this.limits.lifeMs - this.now());
  }

  private isOver({ beganMs, usedMs }: Session): boolean {
    const nowMs = this.now();
    return nowMs - usedMs >= this.limits.idleMs || nowMs - beganMs >= this.limits.lifeMs;
  }

  private endIdle(): void {
    for (const [hash, session] of this.byHash) if (this.isOver(session)) this.byHash.delete(hash);
  }

  private makeRoom(isOne: (session: Session) => boolean, most: number): void {
    const found = [...this.byHash].filter(([, session]) => isOne(session));
    found.sort(([, one], [, other]) => one.usedMs - other.usedMs);
    for (const [hash] of found.slice(0, Math.max(0, found.length - most + 1))) {
      this.byHash.delete(hash);
    }
  }
}
