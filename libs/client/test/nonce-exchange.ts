/**
 * The nonces of an exchange: a highest used nonce for each user, remembered first answers, everything else refused as
 * docs/protocol says. The test decides what happens to a request on the network.
 */
import { ScriptedServer, failure } from './scripted-server';
import type { Asked, Reply } from './scripted-server';

export type LineFault = 'none' | 'lost' | 'answer lost' | 'overloaded' | 'unknown' | 'limited';

interface Placed {
  readonly body: string;
  readonly answer: { readonly order_id: number };
}

/** Like the real exchange's, longer than the number of concurrent requests. */
const REMEMBERED = 64;

export class NonceExchange {
  /** Sizes of the orders carried out, in order. */
  readonly carriedOut: number[] = [];
  readonly server: ScriptedServer;
  private last = 0;
  private readonly answers = new Map<number, Placed>();

  private constructor(server: ScriptedServer) {
    this.server = server;
  }

  static async start(faultOf: (count: number) => LineFault): Promise<NonceExchange> {
    let exchange: NonceExchange | undefined;
    const server = await ScriptedServer.start((asked, count) =>
      exchange!.reply(asked, faultOf(count)),
    );
    exchange = new NonceExchange(server);
    return exchange;
  }

  private reply(asked: Asked, fault: LineFault): Reply {
    if (asked.method === 'GET') {
      const others = { cancel_all: 0, withdraw: 0, recover: 0, cancel_after: 0, trading_key: 0 };
      const body = { public_key: '', order: this.last, ...others, seq: 1, timestamp: 1 };
      return fault === 'none' ? { body } : 'cut';
    }
    if (fault === 'lost') return 'cut';
    if (fault === 'overloaded') return failure(503, 'OVERLOADED');
    if (fault === 'limited') {
      return failure(429, 'RATE_LIMITED', { retryable: true, retryAfter: 0 });
    }
    const reply = this.place(asked.body);
    if (fault === 'answer lost') return 'cut';
    return fault === 'unknown' ? failure(504, 'OUTCOME_UNKNOWN') : reply;
  }

  private place(body: string): Reply {
    const { nonce, size } = JSON.parse(body) as { nonce: number; size: number };
    const known = this.answers.get(nonce);
    const details = { nonce, last_nonce: this.last };
    if (known !== undefined && known.body !== body) {
      return failure(409, 'NONCE_REUSED', { details, retryable: false });
    }
    if (known !== undefined) {
      return { headers: { 'Idempotent-Replay': 'true' }, body: known.answer };
    }
    if (nonce <= this.last) {
      const oldest = Math.min(...this.answers.keys());
      const fate = nonce > oldest ? 'never_used' : 'forgotten';
      return failure(409, 'NONCE_TOO_LOW', { details: { ...details, fate }, retryable: false });
    }
    this.last = nonce;
    this.carriedOut.push(size);
    const answer = { order_id: this.carriedOut.length, fills: [], remaining: size };
    this.answers.set(nonce, { body, answer });
    if (this.answers.size > REMEMBERED) this.answers.delete(Math.min(...this.answers.keys()));
    return { body: answer };
  }
}
