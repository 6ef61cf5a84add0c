/** What is cut and for how long, drawn from a seed unless given. */
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
  /** The leading engine, a gateway and the server that they are connected to are cut off from all others. */
  'leader_with_its_server',
  /**
   * The leading engine cannot reach the journal, and the servers of the two engines cannot reach each other. The other
   * engine takes over, and clients of the third server reach both.
   */
  'two_engines_heard',
  /** All parties in two groups, with nothing between them. */
  'partition',
  /**
   * As `partition`, but one group still receives from the other. No trade is required: a server that receives nothing
   * and can send calls elections again and again, and the others follow; that is nats-server's own problem.
   */
  'one_way_partition',
  /** Any links, each in one direction or both. */
  'links',
  /** The leading engine cannot reach the journal through any server; everything else works. */
  'journal_connection',
  /** It reaches the journal, but no one reaches it. */
  'request_connection',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface PlannedFault {
  readonly kind: FaultKind;
  readonly lastsMs: number;
  /** Seed of the fault's random choices. */
  readonly seed: number;
}

/** The exchange's state when the fault begins. */
export interface Environment {
  readonly leader: EngineName;
  readonly leadersServer: ServerName;
  readonly standbysServer: ServerName;
  /** Gateways at the leader's server, if any. */
  readonly gatewaysThere: readonly GatewayName[];
}

export interface Fault {
  readonly severed: readonly Severed[];
  /** Gateways where trading must continue: on one side with an engine and two servers. Null: cannot be known. */
  readonly healthy: readonly GatewayName[] | null;
  /** The gateway where no user trades, where stale reads show best. */
  readonly quiet: GatewayName | null;
  /** The gateway of a user whose deposit arrives meanwhile. */
  readonly newcomerAt: GatewayName | null;
}

const USUAL = { quiet: null, newcomerAt: null } as const;
/** How often a gateway on a side that may have no majority is left without trade. */
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

/** The gateways on the side with most servers; none if no engine is there. */
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

/** Cuts both directions, or only its messages, or only the answers. */
function ofConnection(leader: EngineName, connection: string, random: Random): Fault {
  const which = random.weighted({ both: 2, there: 1, back: 1 });
  const severed = SERVERS.flatMap((server): Severed[] => [
    ...(which === 'back' ? [] : [{ from: leader, to: server, connection }]),
    ...(which === 'there' ? [] : [{ from: server, to: leader, connection }]),
  ]);
  return { ...USUAL, severed, healthy: GATEWAYS };
}
