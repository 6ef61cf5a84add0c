/**
 * A client that sends as much as its connections carry, from an address of its own. All of 127.0.0.0/8 is this machine,
 * and the exchange counts requests by address.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection, getRequest, postRequest } from '../../bench/src/load/http-connection';
import type { HttpReply } from '../../bench/src/load/http-connection';
import { TIMEOUT_MS, TRY_AGAIN_MS, saysTryAgain } from '../../e2e/src/http';

/** A browser and a script have as many open. Each has one request at a time. */
const CONNECTIONS = 8;

/** How often each answer came: by status, and by code if it was refused. */
export type Tally = Readonly<Record<string, number>>;

export class Attacker {
  private constructor(
    private readonly origin: string,
    private readonly from: string,
    private readonly connections: HttpConnection[],
  ) {}

  /** @param from such as 127.0.3.1: the address of no other attacker */
  static async at(origin: string, from: string, connections = CONNECTIONS): Promise<Attacker> {
    const opened = Array.from({ length: connections }, () => HttpConnection.open(origin, from));
    return new Attacker(origin, from, await Promise.all(opened));
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Buffer {
    return postRequest({ url: `${this.origin}${path}`, headers, body: JSON.stringify(body) });
  }

  get(path: string): Buffer {
    return getRequest(`${this.origin}${path}`);
  }

  /** Sends all requests in order, each as soon as a connection is free. @returns the answers, in the same order */
  async send(requests: readonly Buffer[]): Promise<HttpReply[]> {
    const replies: HttpReply[] = [];
    let next = 0;
    const lane = async (_: HttpConnection, place: number): Promise<void> => {
      for (let at = next++; at < requests.length; at = next++) {
        replies[at] = await answered(() => this.exchange(place, requests[at]!));
      }
    };
    await Promise.all(this.connections.map(lane));
    return replies;
  }

  /** Opens a connection again that the server closed because it was idle, as every client does. */
  private async exchange(place: number, request: Buffer): Promise<HttpReply> {
    try {
      return await (await this.opened(place)).exchange(request);
    } catch {
      this.connections[place]?.close();
      return (await this.opened(place)).exchange(request);
    }
  }

  private async opened(place: number): Promise<HttpConnection> {
    const kept = this.connections[place];
    if (kept?.isOpen === true) return kept;
    const anew = await HttpConnection.open(this.origin, this.from);
    this.connections[place] = anew;
    return anew;
  }

  async tally(requests: readonly Buffer[]): Promise<Tally> {
    return tallyOf(await this.send(requests));
  }

  leave(): void {
    for (const connection of this.connections) connection.close();
  }
}

/**
 * A busy machine may answer "nothing was done, ask again" at any time. An attacker then asks again, as the client of
 * e2e does.
 */
async function answered(ask: () => Promise<HttpReply>): Promise<HttpReply> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const reply = await ask();
    const isLast = reply.status !== 503 || !saysTryAgain(reply.status, codeOf(reply.body));
    if (isLast || performance.now() > deadlineMs) return reply;
    await sleep(TRY_AGAIN_MS);
  }
}

/** Such as `{ '422 ACCOUNT_NOT_FUNDED': 3000 }`. */
export function tallyOf(replies: readonly HttpReply[]): Tally {
  const tally: Record<string, number> = {};
  for (const { status, body } of replies) {
    const answer = status < 400 ? String(status) : `${status} ${codeOf(body)}`;
    tally[answer] = (tally[answer] ?? 0) + 1;
  }
  return tally;
}

/** The header that says how many reads an address has left. */
export const remaining = (reads: number): RegExp =>
  new RegExp(`\\r\\nratelimit-remaining: ${reads}\\r\\n`, 'i');

const CODE = /"code":"([A-Z_]+)"/;

const codeOf = (body: Buffer): string => CODE.exec(body.toString())?.[1] ?? 'no code';
