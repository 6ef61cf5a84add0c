/** What is cut, for how long, drawn from a seed where nobody says it. */
import type { Random } from '@bellwether/seeded-random';
import {
  ENGINES,
  GATEWAYS,
  JOURNAL_CONNECTION,
  PARTIES,
  REQUEST_CONNECTION,
  SERVERS,
  between,
  from,
} from './trial-network';
import type { EngineName, GatewayName, PartyName, ServerName, Severed } from './trial-network';

export const FAULT_KINDS = [
  /** The leading engine, a gateway and the server that they are connected to, from everybody else. */
  'leader_with_its_server',
  /**
   * The leading engine cannot reach the journal, and the servers of both engines cannot reach each other: the other engine
   * takes over, and whoever is at the third server reaches both.
   */
  'two_engines_heard',
  /** All parties in two groups, nothing between them. */
  'partition',
  /**
   * The same, and one group still hears the other. Nobody is bound to trade: a server that hears nobody and is heard calls
   * elections again and again, and the others follow, which is nats-server's own to settle.
   */
  'one_way_partition',
  /** Any links, each in one direction or both. */
  'links',
  /** The leading engine cannot reach the journal, by no server; everything else it can. */
  'journal_connection',
  /** It reaches the journal, and nobody reaches it. */
  'request_connection',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface PlannedFault {
  readonly kind: FaultKind;
  readonly lastsMs: number;
  /** Draws what is drawn of it. */
  readonly seed: number;
}

/** The exchange as it is when the fault begins. */
export interface Environment {
  readonly leader: EngineName;
  readonly leadersServer: ServerName;
  readonly standbysServer: ServerName;
  /** At the leader's server, where one is. */
  readonly gatewaysThere: readonly GatewayName[];
}

export interface Fault {
  readonly severed: readonly Severed[];
  /** Where trade must go on: gateways that are on one side with an engine and two servers. Null: cannot be told. */
  readonly healthy: readonly GatewayName[] | null;
  /** Where reads show most while nobody trades there. */
  readonly quiet: GatewayName | null;
  /** Where a user comes to whom money comes meanwhile. */
  readonly newcomerAt: GatewayName | null;
}

const USUAL = { quiet: null, newcomerAt: null } as const;
/** A gateway of a side that may have no majority is left without trade so often. */
const QUIET = 0.3;

const LINK_CUT = 0.35;

export function faultOf(kind: FaultKind, around: Environment, random: Random): Fault {
  switch (kind) {
    case 'leader_with_its_server': {
      const gateway = around.gatewaysThere[0] ?? random.pick(GATEWAYS);
      const side: readonly PartyName[] = [around.leader, around.leadersServer, gateway];
      return { ...partition(side), quiet: gateway };
    }
    case 'two_engines_heard':
      return twoEnginesHeard(around, random);
    case 'partition':
      return { ...partition(drawnSide(random)), quiet: drawnQuiet(random) };
    case 'one_way_partition': {
      const side = drawnSide(random);
      const severed = from(side, others(side));
      return { ...USUAL, severed, healthy: null, quiet: drawnQuiet(random) };
    }
    case 'links':
      return { ...USUAL, severed: drawnLinks(random), healthy: null, quiet: drawnQuiet(random) };
    case 'journal_connection':
      return ofConnection(around.leader, JOURNAL_CONNECTION, random);
    case 'request_connection':
      return ofConnection(around.leader, REQUEST_CONNECTION, random);
  }
}

const drawnQuiet = (random: Random): GatewayName | null =>
  random.chance(QUIET) ? random.pick(GATEWAYS) : null;

function twoEnginesHeard(around: Environment, random: Random): Fault {
  const { leader, leadersServer, standbysServer, gatewaysThere } = around;
  const journal = SERVERS.map((server) => ({
    from: leader,
    to: server,
    connection: JOURNAL_CONNECTION,
  }));
  const routes = leadersServer === standbysServer ? [] : between([leadersServer], [standbysServer]);
  const elsewhere = GATEWAYS.filter((gateway) => !gatewaysThere.includes(gateway));
  const newcomerAt = elsewhere[0] ?? random.pick(GATEWAYS);
  return { severed: [...journal, ...routes], healthy: null, quiet: null, newcomerAt };
}

const others = (side: readonly PartyName[]): PartyName[] =>
  PARTIES.filter((party) => !side.includes(party));

const partition = (side: readonly PartyName[]): Fault => ({
  ...USUAL,
  severed: between(side, others(side)),
  healthy: healthyOf(side),
});

/** Neither side is empty, and no side has all servers. */
function drawnSide(random: Random): PartyName[] {
  for (;;) {
    const side = PARTIES.filter(() => random.chance(0.5));
    const count = SERVERS.filter((server) => side.includes(server)).length;
    if (count === 1 || count === 2) return side;
  }
}

/** Of the side with most servers; nobody where no engine is there. */
function healthyOf(side: readonly PartyName[]): GatewayName[] {
  const serversHere = SERVERS.filter((server) => side.includes(server)).length;
  const most = serversHere * 2 > SERVERS.length ? side : others(side);
  const hasEngine = ENGINES.some((engine) => most.includes(engine));
  return hasEngine ? GATEWAYS.filter((gateway) => most.includes(gateway)) : [];
}

function drawnLinks(random: Random): Severed[] {
  return PARTIES.flatMap((one, at) =>
    PARTIES.slice(at + 1).flatMap((another) => {
      if (!random.chance(LINK_CUT)) return [];
      const there = { from: one, to: another };
      const back = { from: another, to: one };
      const which = random.weighted({ there: 1, back: 1, both: 2 });
      return which === 'both' ? [there, back] : [which === 'there' ? there : back];
    }),
  );
}

/** Both ways, or its words alone, or the answers alone. */
function ofConnection(leader: EngineName, connection: string, random: Random): Fault {
  const which = random.weighted({ both: 2, there: 1, back: 1 });
  const severed = SERVERS.flatMap((server): Severed[] => [
    ...(which === 'back' ? [] : [{ from: leader, to: server, connection }]),
    ...(which === 'there' ? [] : [{ from: server, to: leader, connection }]),
  ]);
  return { ...USUAL, severed, healthy: GATEWAYS };
}
