/**
 * One way from a party to a server: a TCP proxy that can stop carrying bytes, in either direction or both. Nothing is closed by a
 * cut: what was sent waits, as packets do that are sent again, and arrives when the link is whole again, unless somebody has given
 * up meanwhile. A new connection waits too, as its first packet would.
 */
import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Which bytes are not carried. */
export interface Cut {
  readonly toServer: boolean;
  readonly fromServer: boolean;
}

export const WHOLE: Cut = { toServer: false, fromServer: false };

/** Told the name that a client connects under (undefined: none yet, or it is a server's route). */
export type CutOf = (clientName: string | undefined) => Cut;

/** What a client of NATS says first, after it was told of the server. */
const CONNECT = /^CONNECT (\{.*?\})\r\n/;
/** A CONNECT is a few hundred bytes: who sends more without one is no client. */
const MAX_FIRST_BYTES = 4_096;

interface Carried {
  readonly client: Socket;
  readonly server: Socket;
  name: string | undefined;
  /** Of the client, until it is known who it is. */
  first: string | null;
  /** Its first words, where they are not carried. */
  held: Buffer | null;
}

export class CuttableLink {
  private readonly carried = new Set<Carried>();
  /** Connections that came while the link was cut. */
  private readonly waiting = new Set<Socket>();
  private cutOf: CutOf = () => WHOLE;
  private targetPort = 0;
  /** New connections are refused: for where everybody begins. */
  private isClosed = false;

  private constructor(
    private readonly listener: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<CuttableLink> {
    const listener = createServer({ allowHalfOpen: false });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const link = new CuttableLink(listener, port);
    listener.on('connection', (client) => link.take(client));
    return link;
  }

  /** Where it leads; before, connections are refused. */
  leadTo(port: number): void {
    this.targetPort = port;
  }

  setClosed(isClosed: boolean): void {
    this.isClosed = isClosed;
  }

  /** Names of the clients that are connected through it. */
  names(): string[] {
    return [...this.carried].flatMap(({ name }) => (name === undefined ? [] : [name]));
  }

  cut(cutOf: CutOf): void {
    this.cutOf = cutOf;
    for (const one of this.carried) this.obey(one);
    for (const client of this.waiting) {
      if (!this.isOpenToNew()) break;
      this.waiting.delete(client);
      this.carry(client);
    }
  }

  close(): void {
    this.listener.close();
    for (const { client, server } of this.carried) {
      client.destroy();
      server.destroy();
    }
    for (const client of this.waiting) client.destroy();
  }

  private isOpenToNew(): boolean {
    const { toServer, fromServer } = this.cutOf(undefined);
    return !toServer && !fromServer;
  }

  private take(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.targetPort === 0 || this.isClosed) {
      client.destroy();
      return;
    }
    if (this.isOpenToNew()) {
      this.carry(client);
      return;
    }
    client.pause();
    this.waiting.add(client);
    client.once('close', () => this.waiting.delete(client));
  }

  private carry(client: Socket): void {
    const server = connect({ port: this.targetPort, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    const one: Carried = { client, server, name: undefined, first: '', held: null };
    this.carried.add(one);
    client.on('data', (bytes: Buffer) => this.fromClient(one, bytes));
    server.on('data', (bytes: Buffer) => void client.write(bytes));
    const end = (): void => {
      this.carried.delete(one);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      socket.on('error', end);
      socket.on('close', end);
    }
    this.obey(one);
  }

  /** Nothing of a client is sent on before it is known who it is, as its name may be what is cut. */
  private fromClient(one: Carried, bytes: Buffer): void {
    if (one.first === null) {
      one.server.write(bytes);
      return;
    }
    one.first += bytes.toString('latin1');
    const said = CONNECT.exec(one.first);
    if (said === null && one.first.startsWith('CONNECT') && one.first.length < MAX_FIRST_BYTES)
      return;
    const { first } = one;
    one.first = null;
    one.name = nameIn(said?.[1]);
    one.held = Buffer.from(first, 'latin1');
    this.obey(one);
  }

  /** Reads from whom it carries; who is not read stops at full buffers, and learns of nothing. */
  private obey(one: Carried): void {
    const { client, server, name } = one;
    const { toServer, fromServer } = this.cutOf(name);
    if (toServer) client.pause();
    else {
      if (one.held !== null) server.write(one.held);
      one.held = null;
      client.resume();
    }
    if (fromServer) server.pause();
    else server.resume();
  }
}

function nameIn(json: string | undefined): string | undefined {
  if (json === undefined) return undefined;
  const { name } = Object(JSON.parse(json)) as { name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
