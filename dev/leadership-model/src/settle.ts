/**
 * Bounded liveness: from any world, faults end but one that leaves a majority healthy, and everybody does what they do, in turn,
 * tick by tick. Within `LIVENESS_TICKS` a command that is sent at the majority must be carried out.
 *
 * No choices are left here, as nothing is at issue but whether somebody leads: a message arrives within the tick in which it was
 * sent, where it can arrive at all.
 */
import { DEAF_TICKS, GONE_TICKS, LIVENESS_TICKS, SILENCE_TICKS, STALLED_TICKS } from './limits';
import { sending } from './engine-steps';
import type { Rules } from './rules';
import { nameOf, serverName, withEngine } from './step';
import { isInMajority, isSameRecord, isSure, reaches } from './world';
import type { EngineState, JournalRecord, World } from './world';
import { afterTick, landed, startedAgain } from './world-steps';

/** What stays broken. */
export interface Lasting {
  readonly name: string;
  /** This server with who is connected to it; -1: none. */
  readonly cut: number;
  /** This engine's connection to the journal, by whatever server; -1: none. */
  readonly deadJournal: number;
  /** This engine hears no requests and no other engine hears it. */
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

/** What only counts here, of each engine. */
interface Patience {
  /** Ticks in which an engine was heard that did not answer, and in which none was heard. */
  silent: number;
  gone: number;
  /** Ticks of the append under way. */
  appending: number;
}

/** @returns whether the promise is kept; true where it binds nobody, as no engine is with the majority */
export function settles(from: World, lasting: Lasting, rules: Rules): boolean {
  let world: World = { ...from, cut: lasting.cut };
  if (!world.engines.some((engine, at) => isHealthy(world, lasting, engine, at))) return true;
  const patience = world.engines.map((): Patience => ({ silent: 0, gone: 0, appending: 0 }));
  for (let tick = 0; tick < LIVENESS_TICKS; tick++) {
    world = afterTick(world, rules);
    for (const server of [0, 1, 2])
      if (isInMajority(world, server))
        world = { ...world, has: world.has.with(server, world.journal.length) };
    for (const [at] of world.engines.entries())
      world = turn(world, at, { lasting, rules, patience: patience[at]! });
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

/** It leads, callers of the majority reach it, and its next record can land. */
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
  readonly patience: Patience;
}

function turn(world: World, at: number, { lasting, rules, patience }: Turn): World {
  const engine = world.engines[at]!;
  const hasJournal = reachesJournal(world, lasting, engine, at);
  patience.appending = engine.append === null ? 0 : patience.appending + 1;
  if (engine.append !== null) {
    const settled = hasJournal ? outcome(world, at) : world;
    if (settled !== world) return settled;
    if (engine.role === 'leading' && patience.appending >= DEAF_TICKS)
      return withEngine(world, at, { role: 'deaf' });
    return world;
  }
  if (engine.role === 'ended') {
    // Without both connections a process does not come as far as to stand by.
    const comesUp = isHealthy(world, lasting, engine, at);
    return comesUp ? startedAgain(world, at, engine.home) : world;
  }
  if (engine.role === 'waiting') return world; // until a tick ends it
  if (engine.role === 'standing by') return standBy(world, at, { lasting, rules, patience });
  // Callers want something of a leader that hears them: it makes a record, and learns by it whether it leads.
  const isAsked = lasting.deadRequests !== at;
  return isAsked ? sendTick(world, at) : world;
}

const sendTick = (world: World, at: number): World =>
  sending(world, at, { kind: 'tick', writer: world.engines[at]!.writer, command: 0 });

/** Sends again what is under way, and learns what came of it. */
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

/** Follows, asks who leads, and begins where its patience is at its end. */
function standBy(world: World, at: number, { lasting, rules, patience }: Turn): World {
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
  if (answers) Object.assign(patience, { silent: 0, gone: 0 });
  else if (listening) patience.silent++;
  else patience.gone++;
  const isOver = patience.silent + patience.gone >= SILENCE_TICKS || patience.gone >= GONE_TICKS;
  const current = next.engines[at]!;
  if (!isOver || !reachesJournal(next, lasting, current, at)) return next;
  Object.assign(patience, { silent: 0, gone: 0 });
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
  // At rest: nobody asks anything, and its server answers a ping.
  const isAtRest = other.append === null && lasting.deadJournal !== index;
  return (
    isAtRest ||
    (other.append !== null && other.append.age < STALLED_TICKS && isInMajority(world, other.home))
  );
}
