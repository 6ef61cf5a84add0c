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
  /** All parties in two groups, nothing between them. */
  'partition',
  /** The same, and one group still hears the other. */
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
export interface Surroundings {
  readonly leader: EngineName;
  readonly leadersServer: ServerName;
}

export interface Fault {
  readonly severed: readonly Severed[];
  /** Where trade must go on: gateways that are on one side with an engine and two servers. Null: cannot be told. */
  readonly healthy: readonly GatewayName[] | null;
}

const LINK_CUT = 0.35;

export function faultOf(kind: FaultKind, around: Surroundings, random: Random): Fault {
  switch (kind) {
    case 'leader_with_its_server': {
      const side: readonly PartyName[] = [
        around.leader,
        around.leadersServer,
        random.pick(GATEWAYS),
      ];
      return partition(side);
    }
    case 'partition':
      return partition(drawnSide(random));
    case 'one_way_partition': {
      const side = drawnSide(random);
      return { severed: from(side, others(side)), healthy: healthyOf(side) };
    }
    case 'links':
      return { severed: drawnLinks(random), healthy: null };
    case 'journal_connection':
      return ofConnection(around.leader, JOURNAL_CONNECTION, random);
    case 'request_connection':
      return ofConnection(around.leader, REQUEST_CONNECTION, random);
  }
}

const others = (side: readonly PartyName[]): PartyName[] =>
  PARTIES.filter((party) => !side.includes(party));

const partition = (side: readonly PartyName[]): Fault => ({
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
  return { severed, healthy: GATEWAYS };
}
