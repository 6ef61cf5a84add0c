/** A socket of the gateway as an attacker uses it: from an own address, without the limits that the SDK keeps to. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { whenThere } from '../../e2e/src/eventually';

export interface LineAnswer {
  readonly type: string;
  readonly id: string | null;
  readonly status: number;
  readonly body: {
    readonly held?: number;
    readonly error?: { readonly code: string };
  };
}

export class OrderLine {
  readonly received: LineAnswer[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  private last = 0;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString())));
    socket.on('close', (code, reason) => (this.closed = { code, reason: String(reason) }));
    socket.on('error', () => undefined);
  }

  /** @param from such as 127.0.4.1: the address of no other attacker */
  static async open(gatewayUrl: string, from: string): Promise<OrderLine> {
    const url = `${gatewayUrl.replace('http', 'ws')}/v1/ws`;
    const line = new OrderLine(new WebSocket(url, { localAddress: from }));
    await once(line.socket, 'open');
    return line;
  }

  say(op: string, id: string, body: unknown): void {
    this.socket.send(JSON.stringify({ op, id, body }));
  }

  async ask(op: string, body: unknown): Promise<LineAnswer> {
    const id = `q${++this.last}`;
    this.say(op, id, body);
    return whenThere(() => this.received.find((one) => one.type === 'answer' && one.id === id));
  }

  /** How often each answer came: by status, and by code if it was refused. */
  tally(): Readonly<Record<string, number>> {
    const tally: Record<string, number> = {};
    for (const { type, status, body } of this.received) {
      if (type !== 'answer') continue;
      const answer = status < 400 ? String(status) : `${status} ${body.error?.code}`;
      tally[answer] = (tally[answer] ?? 0) + 1;
    }
    return tally;
  }

  leave(): void {
    this.socket.terminate();
  }
}
