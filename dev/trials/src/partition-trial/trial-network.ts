/** Who talks to whom in the trial, and what is cut. Every connection of a party goes through a link of its own. */
import { CuttableLink } from './cuttable-link';
import type { Cut } from './cuttable-link';

export const SERVERS = ['server-1', 'server-2', 'server-3'] as const;
export const ENGINES = ['engine-1', 'engine-2'] as const;
export const GATEWAYS = ['gateway-1', 'gateway-2'] as const;
export type ServerName = (typeof SERVERS)[number];
export type EngineName = (typeof ENGINES)[number];
export type GatewayName = (typeof GATEWAYS)[number];
export type ClientName = EngineName | GatewayName;
export type PartyName = ServerName | ClientName;

export const CLIENTS: readonly ClientName[] = [...ENGINES, ...GATEWAYS];
export const PARTIES: readonly PartyName[] = [...CLIENTS, ...SERVERS];

/** Names of an engine's two connections. */
export const JOURNAL_CONNECTION = 'matching-engine-journal';
export const REQUEST_CONNECTION = 'matching-engine';
/** Of a gateway's one. */
export const GATEWAY_CONNECTION = 'gateway';

/** Bytes from one party to another are not carried; of one connection alone, where it is named. */
export interface Severed {
  readonly from: PartyName;
  readonly to: PartyName;
  readonly connection?: string;
}

interface Way {
  readonly client: PartyName;
  readonly server: ServerName;
  readonly link: CuttableLink;
}

export class TrialNetwork {
  private severed: readonly Severed[] = [];

  private constructor(private readonly ways: readonly Way[]) {}

  static async open(): Promise<TrialNetwork> {
    const pairs = SERVERS.flatMap((server) =>
      PARTIES.filter((client) => client !== server).map((client) => ({ client, server })),
    );
    const ways = await Promise.all(
      pairs.map(async (pair) => ({ ...pair, link: await CuttableLink.open() })),
    );
    return new TrialNetwork(ways);
  }

  /** Clients reach that server there, and others its routes. */
  serverIsAt(
    server: ServerName,
    ports: { readonly clients: number; readonly routes: number },
  ): void {
    for (const { client, link } of this.ways.filter((way) => way.server === server))
      link.leadTo(isServer(client) ? ports.routes : ports.clients);
  }

  /** Ports through which a party reaches the servers that it calls. */
  portsOf(client: PartyName): number[] {
    return this.ways.filter((way) => way.client === client).map(({ link }) => link.port);
  }

  /** A client that connects anew finds that server alone, until `openAll`. */
  leaveOnly(client: ClientName, server: ServerName): void {
    for (const way of this.ways)
      if (way.client === client) way.link.setClosed(way.server !== server);
  }

  openAll(): void {
    for (const { link } of this.ways) link.setClosed(false);
  }

  /** Where that connection of a client is; undefined while there is none. */
  serverOf(client: ClientName, connection: string): ServerName | undefined {
    return this.ways.find((way) => way.client === client && way.link.names().includes(connection))
      ?.server;
  }

  /** From now on this is cut, and nothing else. */
  sever(severed: readonly Severed[]): void {
    this.severed = severed;
    for (const { client, server, link } of this.ways)
      link.cut((name) => cutBetween(severed, client, server, name));
  }

  heal(): void {
    this.sever([]);
  }

  /** Both ways, and for every connection. */
  isWhole(client: PartyName, server: PartyName): boolean {
    return !this.severed.some(
      ({ from, to }) => (from === client && to === server) || (from === server && to === client),
    );
  }

  close(): void {
    for (const { link } of this.ways) link.close();
  }
}

const isServer = (party: PartyName): party is ServerName =>
  SERVERS.some((server) => server === party);

function cutBetween(
  severed: readonly Severed[],
  client: PartyName,
  server: ServerName,
  name: string | undefined,
): Cut {
  const isCut = (from: PartyName, to: PartyName): boolean =>
    severed.some(
      (one) =>
        one.from === from &&
        one.to === to &&
        (one.connection === undefined || one.connection === name),
    );
  return { toServer: isCut(client, server), fromServer: isCut(server, client) };
}

/** Everything between the two sides. */
export const between = (side: readonly PartyName[], other: readonly PartyName[]): Severed[] => [
  ...from(side, other),
  ...from(other, side),
];

/** What one side says to the other. */
export const from = (side: readonly PartyName[], other: readonly PartyName[]): Severed[] =>
  side.flatMap((one) => other.map((another) => ({ from: one, to: another })));
