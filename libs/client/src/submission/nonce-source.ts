import type { NonceKind } from '../answers/words';
import type { CallOptions } from '../http/http-sender';
import { MAX_REMEMBERED_USERS } from '../limits';
import type { PublicClient } from '../public-client';

/**
 * Where nonces come from. Each must be greater than every one before it of its user and kind; gaps are fine. One source
 * serves all of a process; processes that share a user get on too, as the exchange tells who was later.
 */
export interface NonceSource {
  next(user: string, kind: NonceKind, options?: CallOptions): Promise<number>;
  /** This one is used: only greater ones are left. */
  learn(user: string, kind: NonceKind, used: number): void;
}

/** Counts on from what the exchange says is used. Asks once a user and kind; no clock is in it. */
export class GatewayNonces implements NonceSource {
  private readonly gateway: PublicClient;
  /** By user and kind, the oldest first: whoever is dropped is asked for again. */
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

  /** Callers that come while a question is open share it. */
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
