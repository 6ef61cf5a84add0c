/**
 * A proxy to a nats-server that can stop the traffic of all connections of one name. It closes none, as if their
 * packets were lost. Other connections continue.
 */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** The first message of a client, after the server's INFO. */
const NAME = /^CONNECT \{.*?"name":"([^"]*)"/;

interface Carried {
  readonly client: Socket;
  readonly server: Socket;
  name?: string;
}

export class NamedLink {
  private readonly carried = new Set<Carried>();
  private silent: string | undefined;

  private constructor(
    private readonly listener: Server,
    private readonly targetPort: number,
  ) {
    listener.on('connection', (client) => this.carry(client));
  }

  static async open(targetPort: number): Promise<NamedLink> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    return new NamedLink(listener, targetPort);
  }

  get url(): string {
    return `nats://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /** Stops the traffic of connections of that name. Undefined: no connection is stopped. */
  silence(name: string | undefined): void {
    this.silent = name;
    for (const one of this.carried) this.obey(one);
  }

  close(): void {
    this.listener.close();
    for (const { client, server } of this.carried) {
      client.destroy();
      server.destroy();
    }
  }

  private carry(client: Socket): void {
    const server = connect({ port: this.targetPort, host: '127.0.0.1' });
    const one: Carried = { client, server };
    this.carried.add(one);
    client.on('data', (bytes: Buffer) => {
      const name = NAME.exec(bytes.toString('latin1'))?.[1];
      if (name !== undefined) one.name ??= name;
      server.write(bytes);
      this.obey(one);
    });
    server.on('data', (bytes: Buffer) => void client.write(bytes));
    const end = (): void => {
      this.carried.delete(one);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
  }

  private obey({ client, server, name }: Carried): void {
    const isSilent = name !== undefined && name === this.silent;
    for (const socket of [client, server]) {
      if (isSilent) socket.pause();
      else socket.resume();
    }
  }
}
