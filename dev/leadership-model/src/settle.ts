/**
 * Bounded liveness: from any world, all faults end except one that leaves a majority healthy, and all parties act in
 * turn, tick by tick. Within `LIVENESS_TICKS` a command sent at the majority must be executed.
 *
 * There are no choices here, as only leadership matters: a message arrives within the tick in which it was sent, if it
 * can arrive at all.
 */
import { DEAF_TICKS, GONE_TICKS, LIVENESS_TICKS, SILENCE_TICKS, STALLED_TICKS } from './limits';
import { sending } from './engine-steps';
import type { Rules } from './rules';
import { nameOf, serverName, withEngine } from './step';
import { isInMajority, isSameRecord, isSure, reaches } from './world';
import type { EngineState, JournalRecord, World } from './world';
import { afterTick, landed, startedAgain } from './world-steps';

/** The faults that remain. */
export interface Lasting {
  readonly name: string;
  /** This server, with its clients; -1: none. */
  readonly cut: number;
  /** This engine's connection to the journal, through any server; -1: none. */
  readonly deadJournal: number;
  /** This engine receives no requests, and no other engine receives from it. */
  readonly deadRequests: number;
}

const NOTHING = { cut: -1, deadJournal: -1, deadRequests: -1 } as const;
export const LASTING: readonly Lasting[] = [
  { ...NOTHING, name: 'nothing stays broken' },
  ...[0, 1, 2].map((cut) => ({ ...NOTHING, name: `${serverName(cut)} stays cut off`, cut })),
  ...[0, 1].flatMap((at) => [
    { ...NOTHING, name: `the journal stays out of reach of ${nameOf(at)}`, deadJournal: at },
    { ...NOTHING, name: `${nameOf(at)} stays without requests`, deadRequests: at },
  ]),
];

/** Counters that only matter here, per engine. */
interface Counts {
  /** Ticks in which another engine was subscribed but did not answer, and in which there was none. */
  silent: number;
  gone: number;
  /** Ticks of the append under way. */
  appending: number;
}

/** @returns true if the guarantee holds, or does not apply because no engine is with the majority */
export function settles(from: World, lasting: Lasting, rules: Rules): boolean {
  let world: World = { ...from, cut: lasting.cut };
  if (!world.engines.some((engine, at) => isHealthy(world, lasting, engine, at))) return true;
  const counts = world.engines.map((): Counts => ({ silent: 0, gone: 0, appending: 0 }));
  for (let tick = 0; tick < LIVENESS_TICKS; tick++) {
    world = afterTick(world, rules);
    for (const server of [0, 1, 2])
      if (isInMajority(world, server))
        world = { ...world, has: world.has.with(server, world.journal.length) };
    for (const [at] of world.engines.entries())
      world = turn(world, at, { lasting, rules, counts: counts[at]! });
    if (world.engines.some((engine, at) => canTrade(world, lasting, engine, at))) return true;
  }
  return false;
}

const reachesJournal = (
  world: World,
  { deadJournal }: Lasting,
  { home }: EngineState,
  at: number,
) => deadJournal !== at && isInMajority(world, home);

const isHealthy = (world: World, lasting: Lasting, engine: EngineState, at: number): boolean =>
  reachesJournal(world, lasting, engine, at) && lasting.deadRequests !== at;

/** True if it leads, callers of the majority reach it, and its next record can be stored. */
function canTrade(world: World, lasting: Lasting, engine: EngineState, at: number): boolean {
  const isNewest = engine.known === world.journal.length;
  return (
    engine.role === 'leading' &&
    isNewest &&
    engine.append === null &&
    isHealthy(world, lasting, engine, at)
  );
}

interface Turn {
  readonly lasting: Lasting;
  readonly rules: Rules;
  readonly counts: Counts;
}

function turn(world: World, at: number, { lasting, rules, counts }: Turn): World {
  const engine = world.engines[at]!;
  const hasJournal = reachesJournal(world, lasting, engine, at);
  counts.appending = engine.append === null ? 0 : counts.appending + 1;
  if (engine.append !== null) {
    const settled = hasJournal ? outcome(world, at) : world;
    if (settled !== world) return settled;
    if (engine.role === 'leading' && counts.appending >= DEAF_TICKS)
      return withEngine(world, at, { role: 'deaf' });
    return world;
  }
  if (engine.role === 'ended') {
    // Without both connections a process does not get as far as standby.
    const comesUp = isHealthy(world, lasting, engine, at);
    return comesUp ? startedAgain(world, at, engine.home) : world;
  }
  if (engine.role === 'waiting') return world; // until a tick ends it
  if (engine.role === 'standing by') return standBy(world, at, { lasting, rules, counts });
  // Callers send requests to a leader they reach: it appends a record, and learns from it whether it leads.
  const isAsked = lasting.deadRequests !== at;
  return isAsked ? sendTick(world, at) : world;
}

const sendTick = (world: World, at: number): World =>
  sending(world, at, { kind: 'tick', writer: world.engines[at]!.writer, command: 0 });

/** Resends the append under way, and learns its outcome. */
function outcome(world: World, at: number): World {
  const { append } = world.engines[at]!;
  if (append === null) return world;
  const next =
    world.journal.length + 1 === append.number
      ? landed(world, append.contents[0]!, majorityOf(world))
      : world;
  const record = next.journal[append.number - 1];
  if (record === undefined) return world;
  const isOwn = append.contents.some((one) => isSameRecord(one, record));
  const { role } = next.engines[at]!;
  if (!isOwn)
    return withEngine(next, at, {
      append: null,
      role: role === 'beginning' ? 'standing by' : 'ended',
    });
  const known = append.number;
  if (record.kind === 'epoch')
    return withEngine(next, at, { append: null, known, role: 'waiting' });
  return withEngine(next, at, { append: null, known, role: 'leading', proofAge: append.age });
}

const majorityOf = (world: World): number[] =>
  [0, 1, 2].filter((server) => isInMajority(world, server));

/** Follows the journal, asks for the leader, and begins when its time-out ends. */
function standBy(world: World, at: number, { lasting, rules, counts }: Turn): World {
  const engine = world.engines[at]!;
  const tail = lasting.deadJournal === at ? engine.known : (world.has[engine.home] ?? 0);
  const next = tail > engine.known ? withEngine(world, at, { known: tail, knownAge: 0 }) : world;
  const others = world.engines.flatMap((other, index) =>
    index !== at && isHeard(world, lasting, at, index) ? [{ other, index }] : [],
  );
  const answers = others.some(({ other, index }) =>
    saysThatItLeads(world, { other, index, lasting, rules }),
  );
  const listening = others.some(({ other }) => ['leading', 'deaf'].includes(other.role));
  if (answers) Object.assign(counts, { silent: 0, gone: 0 });
  else if (listening) counts.silent++;
  else counts.gone++;
  const isOver = counts.silent + counts.gone >= SILENCE_TICKS || counts.gone >= GONE_TICKS;
  const current = next.engines[at]!;
  if (!isOver || !reachesJournal(next, lasting, current, at)) return next;
  Object.assign(counts, { silent: 0, gone: 0 });
  const epoch: JournalRecord = { kind: 'epoch', writer: current.writer, command: 0 };
  return outcome(sending(next, at, epoch, { role: 'beginning' }), at);
}

function isHeard(world: World, { deadRequests }: Lasting, at: number, other: number): boolean {
  const [one, another] = [world.engines[at]!, world.engines[other]!];
  return deadRequests !== at && deadRequests !== other && reaches(world, one.home, another.home);
}

function saysThatItLeads(
  world: World,
  {
    other,
    index,
    lasting,
    rules,
  }: { other: EngineState; index: number; lasting: Lasting; rules: Rules },
): boolean {
  if (rules.leads === 'subscribed') return ['leading', 'deaf'].includes(other.role);
  if (other.role !== 'leading') return false;
  if (isSure(other)) return true;
  // Idle: there are no requests, and its server answers a ping.
  const isAtRest = other.append === null && lasting.deadJournal !== index;
  return (
    isAtRest ||
    (other.append !== null && other.append.age < STALLED_TICKS && isInMajority(world, other.home))
  );
}
