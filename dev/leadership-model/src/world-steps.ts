/** Steps of the environment: time, cuts, the journal's servers, crashes, clients that send commands and queries. */
import { ENGINES, MAX_RECORDS, PREDECESSOR_TICKS, SERVERS, SURE_TICKS } from './limits';
import { learned } from './outcome';
import type { Rules } from './rules';
import { nameOf, serverName, withEngine } from './step';
import type { Step } from './step';
import { askAndAnswer, toldText } from './words';
import { bit, isInMajority, isSubscribed, isSure, lastCommand, reaches, restarted } from './world';
import type { EngineState, JournalRecord, World } from './world';

export function worldSteps(world: World, rules: Rules): Step[] {
  return [
    { label: 'a second passes', world: afterTick(world, rules) },
    ...cuts(world),
    ...landings(world, rules),
    ...copying(world),
    ...restarts(world),
    ...moves(world),
    ...commandsSent(world, rules),
    ...questionsSent(world),
  ];
}

/** Ages count only as far as they matter. */
export const afterTick = (world: World, rules: Rules): World =>
  settled({ ...world, engines: world.engines.map(older) }, rules);

function older(engine: EngineState): EngineState {
  const { append } = engine;
  return {
    ...engine,
    proofAge: Math.min(engine.proofAge + 1, SURE_TICKS),
    knownAge: Math.min(engine.knownAge + 1, PREDECESSOR_TICKS),
    append: append && { ...append, age: Math.min(append.age + 1, SURE_TICKS) },
  };
}

/**
 * Steps taken at once, as taking them later could violate no guarantee: a standby knows what its server has (knowing it
 * later only means waiting longer), and an engine that need not wait any more leads (a leader that does nothing equals
 * one that waits).
 */
export function settled(world: World, rules: Rules): World {
  let next = world;
  for (const [at, { role, known, home }] of world.engines.entries()) {
    const tail = world.has[home]!;
    if (role === 'standing by' && tail > known)
      next = withEngine(next, at, { known: tail, knownAge: 0 });
    if (role === 'waiting' && mayLead(next, at, rules)) next = beginsToLead(next, at);
  }
  return next;
}

function mayLead({ engines, journal, handedOver }: World, at: number, rules: Rules): boolean {
  const { known, knownAge } = engines[at]!;
  if (rules.wait === 'not' || knownAge >= PREDECESSOR_TICKS) return true;
  const before = journal.slice(0, known - 1).findLast(({ kind }) => kind === 'epoch');
  return before !== undefined && (handedOver & bit(before.writer)) !== 0;
}

export function beginsToLead(world: World, at: number): World {
  const next = withEngine(world, at, { role: 'leading', proofAge: SURE_TICKS });
  const published = lastCommand(next, next.engines[at]!.known);
  return { ...next, published: Math.max(next.published, published) };
}

function cuts(world: World): Step[] {
  if (world.cut >= 0) return [{ label: 'the cut heals', world: { ...world, cut: -1 } }];
  if (world.cutsLeft === 0) return [];
  return Array.from({ length: SERVERS }, (_, server) => ({
    label: `${serverName(server)} is cut off, with who is connected to it`,
    world: { ...world, cut: server, cutsLeft: world.cutsLeft - 1 },
  }));
}

/**
 * An append for a free position arrives, and a quorum stores it: all servers that reach each other, or one lags behind.
 * Its engine learns of it now, or later.
 */
function landings(world: World, rules: Rules): Step[] {
  const { journal, flying } = world;
  if (journal.length >= MAX_RECORDS) return [];
  return flying
    .filter(({ number }) => number === journal.length + 1)
    .flatMap(({ record }) =>
      quorums(world).flatMap((taking) => {
        const label = `${textOfRecord(record)} lands as record ${journal.length + 1} on servers ${taking.map((server) => server + 1).join('+')}`;
        const next = settled(landed(world, record, taking), rules);
        const at = next.engines.findIndex(
          ({ writer, append }) =>
            writer === record.writer && append?.number === next.journal.length,
        );
        const known = at < 0 ? [] : learned(next, at, rules);
        return [
          { label, world: next },
          ...known.map((step) => ({
            ...step,
            label: `${label}; ${step.label}`,
            world: settled(step.world, rules),
          })),
        ];
      }),
    );
}

function quorums(world: World): number[][] {
  const servers = [0, 1, 2].filter((server) => isInMajority(world, server));
  if (servers.length < SERVERS) return [servers];
  // A record missing on a server without clients is visible nowhere.
  const homes = new Set(world.engines.map(({ home }) => home));
  return [servers, ...[...homes].map((late) => servers.filter((server) => server !== late))];
}

export function landed(world: World, record: JournalRecord, taking: readonly number[]): World {
  const journal = [...world.journal, record];
  return {
    ...world,
    journal,
    // Any other record for this position can never be stored.
    flying: world.flying.filter(({ number }) => number > journal.length),
    has: world.has.map((length, server) => (taking.includes(server) ? journal.length : length)),
  };
}

const textOfRecord = ({ kind, writer, command }: JournalRecord): string =>
  `${kind === 'command' ? `command ${command + 1}` : `the ${kind}`} of writer ${writer + 1}`;

/** A lagging server receives what the others have. */
function copying(world: World): Step[] {
  const { journal } = world;
  return world.has.flatMap((length, server) => {
    const isBehind = length < journal.length && isInMajority(world, server);
    if (!isBehind) return [];
    const next = { ...world, has: world.has.with(server, journal.length) };
    return [{ label: `${serverName(server)} gets the records it lacks`, world: next }];
  });
}

/** A process crashes, and its supervisor starts another. What it had sent is still in flight. */
function restarts(world: World): Step[] {
  if (world.restartsLeft === 0) return [];
  return world.engines.map((engine, at) => ({
    label: `${nameOf(at)} dies and is started again`,
    world: { ...startedAgain(world, at, engine.home), restartsLeft: world.restartsLeft - 1 },
  }));
}

export function startedAgain(world: World, at: number, home: number): World {
  const process = restarted(home, world.writers, world.has[home]!);
  const commands = world.commands.map((one) => ({ ...one, copies: one.copies & ~bit(at) }));
  return { ...withEngine(world, at, process), commands, writers: world.writers + 1 };
}

/** An engine's connection is lost and made again to another server. */
function moves(world: World): Step[] {
  if (world.movesLeft === 0) return [];
  return world.engines.flatMap(({ home: from, append }, at) =>
    [0, 1, 2]
      .filter((home) => home !== from)
      .map((home) => ({
        label: `${nameOf(at)} connects anew, to ${serverName(home)}`,
        world: {
          ...withEngine(world, at, {
            home,
            proofAge: SURE_TICKS,
            append: append && { ...append, isVoid: true },
          }),
          movesLeft: world.movesLeft - 1,
        },
      })),
  );
}

/** Which engines receive what is sent at one of the servers; each set once. */
function hearers(world: World): Map<number, string> {
  const sets = new Map<number, string>();
  for (let server = 0; server < SERVERS; server++) {
    let set = 0;
    for (const [at, engine] of world.engines.entries())
      if (isSubscribed(engine) && reaches(world, server, engine.home)) set |= bit(at);
    // Without a subscriber the server reports it, and that is true: nothing was done.
    if (set !== 0 && !sets.has(set)) sets.set(set, serverName(server));
  }
  return sets;
}

/** A client resends what was not answered, under the same nonce. */
function commandsSent(world: World, rules: Rules): Step[] {
  return world.commands.flatMap((command, at) => {
    if (command.fate === 'answered' || command.fate === 'refused') return [];
    const isFirst = command.fate === 'unsent';
    const fate = isFirst ? 'sent' : 'repeated';
    const again = isFirst ? '' : ' again';
    return [...hearers(world)].map(([set, where]) => {
      const late = rules.hearing === 'late' ? bit(ENGINES) - 1 : 0;
      const copies = command.copies | set | late;
      const commands = world.commands.with(at, { ...command, fate, copies });
      const label = `command ${at + 1} is sent${again} at ${where}`;
      return { label, world: settled({ ...world, commands }, rules) };
    });
  });
}

/**
 * A query is sent. If the engine is sure, it answers at once: asked earlier, it would have known less. If not, the
 * query waits; of two waiting ones the later one knows more.
 */
function questionsSent(world: World): Step[] {
  return world.engines.flatMap((engine, at) => {
    if (!isSubscribed(engine)) return [];
    if (isSure(engine)) return [askAndAnswer(world, at)];
    if (engine.question?.knownThen === world.told && !engine.question.isBefore) return [];
    const question = { knownThen: world.told, isBefore: false };
    const label = `a question waits at ${nameOf(at)}, asked where ${toldText(world.told)}`;
    return [{ label, world: withEngine(world, at, { question }) }];
  });
}
