import type { NonceKind } from '../answers';
import type { CallOptions } from '../http/http-sender';
import { MAX_REMEMBERED_USERS } from '../limits';
import type { PublicClient } from '../public-client';

/**
 * Issues nonces. Each must be greater than all earlier ones of its user and kind; gaps are allowed. One source serves
 * a whole process. Several processes may share a user: the exchange refuses the later one, which takes a new nonce.
 */
export interface NonceSource {
  next(user: string, kind: NonceKind, options?: CallOptions): Promise<number>;
  /** The nonce `used` is used: only greater ones are free. */
  learn(user: string, kind: NonceKind, used: number): void;
}

/** Counts up from the exchange's highest used nonce. It queries once for each user and kind, and uses no clock. */
export class GatewayNonces implements NonceSource {
  private readonly gateway: PublicClient;
  /** By user and kind, oldest first. For a dropped entry the exchange is queried again. */
  private readonly lastUsed = new Map<string, number>();
  private readonly asking = new Map<string, Promise<number>>();

  constructor(gateway: PublicClient) {
    this.gateway = gateway;
  }

  async next(user: string, kind: NonceKind, options?: CallOptions): Promise<number> {
    const name = `${user} ${kind}`;
    if (!this.lastUsed.has(name)) this.learn(user, kind, await this.ask(name, user, kind, options));
    // No await from here on: two callers must not read the same number.
    const next = (this.lastUsed.get(name) ?? 0) + 1;
    this.lastUsed.set(name, next);
    return next;
  }

  learn(user: string, kind: NonceKind, used: number): void {
    const name = `${user} ${kind}`;
    this.lastUsed.set(name, Math.max(used, this.lastUsed.get(name) ?? 0));
    if (this.lastUsed.size <= MAX_REMEMBERED_USERS) return;
    const [oldest] = this.lastUsed.keys();
    if (oldest !== undefined) this.lastUsed.delete(oldest);
  }

  /** Concurrent callers share one query. */
  private ask(
    name: string,
    user: string,
    kind: NonceKind,
    options: CallOptions | undefined,
  ): Promise<number> {
    const open = this.asking.get(name);
    if (open !== undefined) return open;
    const question = this.gateway
      .nonces(user, options)
      .then((nonces) => nonces[kind])
      .finally(() => this.asking.delete(name));
    this.asking.set(name, question);
    return question;
  }
}
