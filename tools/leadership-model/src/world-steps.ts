/** What the world does: time, cuts, the journal's servers, processes that die, clients that send. */
import { MAX_RECORDS, PREDECESSOR_TICKS, SERVERS, STALLED_TICKS, SURE_TICKS } from './limits';
import type { Rules } from './rules';
import { nameOf, serverName, withEngine } from './step';
import type { Step } from './step';
import { bit, has, isInMajority, isSubscribed, reaches, restarted } from './world';
import type { EngineState, JournalRecord, World } from './world';

export function worldSteps(world: World, rules: Rules): Step[] {
  return [
    { label: 'half a second passes', world: afterTick(world) },
    ...cuts(world),
    ...landings(world),
    ...copying(world),
    ...restarts(world),
    ...moves(world),
    ...commandsSent(world, rules),
    ...questionsSent(world),
  ];
}

/** Ages count as far as they mean anything. */
export const afterTick = (world: World): World => ({ ...world, engines: world.engines.map(older) });

function older(engine: EngineState): EngineState {
  const { append } = engine;
  return {
    ...engine,
    proofAge: Math.min(engine.proofAge + 1, SURE_TICKS),
    knownAge: Math.min(engine.knownAge + 1, PREDECESSOR_TICKS),
    append:
      append === null
        ? null
        : { ...append, age: Math.min(append.age + 1, Math.max(SURE_TICKS, STALLED_TICKS)) },
  };
}

function cuts(world: World): Step[] {
  if (world.cut >= 0) return [{ label: 'the cut heals', world: { ...world, cut: -1 } }];
  if (world.cutsLeft === 0) return [];
  return Array.from({ length: SERVERS }, (_, server) => ({
    label: `${serverName(server)} is cut off, with who is connected to it`,
    world: { ...world, cut: server, cutsLeft: world.cutsLeft - 1 },
  }));
}

/** An append arrives whose place is free, and a quorum takes it: all servers that reach each other, or one lags behind. */
function landings(world: World): Step[] {
  const { journal, flying } = world;
  if (journal.length >= MAX_RECORDS) return [];
  return flying
    .filter(({ number }) => number === journal.length + 1)
    .flatMap(({ record }) => {
      const servers = [0, 1, 2].filter((server) => isInMajority(world, server));
      const takers = [servers];
      if (servers.length === SERVERS)
        for (const late of homesOf(world)) takers.push(servers.filter((server) => server !== late));
      return takers.map((taking) => ({
        label: `${textOfRecord(record)} lands as record ${journal.length + 1} on servers ${taking.map((server) => server + 1).join('+')}`,
        world: landed(world, record, taking),
      }));
    });
}

/** What a server lacks to which nobody is connected shows nowhere. */
const homesOf = ({ engines }: World): Set<number> => new Set(engines.map(({ home }) => home));

export function landed(world: World, record: JournalRecord, taking: readonly number[]): World {
  const journal = [...world.journal, record];
  return {
    ...world,
    journal,
    // Whatever else wanted this place can never have it.
    flying: world.flying.filter(({ number }) => number > journal.length),
    has: world.has.map((length, server) => (taking.includes(server) ? journal.length : length)),
  };
}

export const textOfRecord = ({ kind, writer, command }: JournalRecord): string =>
  `${kind}${kind === 'command' ? ` ${command + 1}` : ''} of writer ${writer + 1}`;

/** A server that was behind gets what the others have. */
function copying(world: World): Step[] {
  const { journal } = world;
  return world.has.flatMap((length, server) =>
    length === journal.length || !isInMajority(world, server)
      ? []
      : [
          {
            label: `${serverName(server)} gets the records it lacks`,
            world: { ...world, has: world.has.with(server, journal.length) },
          },
        ],
  );
}

/** A process dies, and its supervisor starts another one. What it had sent is still on its way. */
function restarts(world: World): Step[] {
  if (world.restartsLeft === 0) return [];
  return world.engines.map((engine, at) => ({
    label: `${nameOf(at)} dies and is started again`,
    world: { ...startedAgain(world, at, engine.home), restartsLeft: world.restartsLeft - 1 },
  }));
}

export function startedAgain(world: World, at: number, home: number): World {
  const process = restarted(home, world.writers, world.has[home] ?? 0);
  return { ...withEngine(world, at, process), writers: world.writers + 1 };
}

/** An engine's connection is lost and made again, at another server. */
function moves(world: World): Step[] {
  if (world.movesLeft === 0) return [];
  return world.engines.flatMap((engine, at) =>
    [0, 1, 2]
      .filter((home) => home !== engine.home)
      .map((home) => ({
        label: `${nameOf(at)} connects anew, to ${serverName(home)}`,
        world: { ...reconnected(world, at, home), movesLeft: world.movesLeft - 1 },
      })),
  );
}

export function reconnected(world: World, at: number, home: number): World {
  const append = world.engines[at]?.append ?? null;
  return withEngine(world, at, {
    home,
    proofAge: SURE_TICKS,
    append: append === null ? null : { ...append, isVoid: true },
  });
}

/** Which engines hear what is sent at one of the servers: each way once. */
function hearers(world: World): Map<number, string> {
  const sets = new Map<number, string>();
  for (let server = 0; server < SERVERS; server++) {
    let set = 0;
    for (const [at, engine] of world.engines.entries())
      if (isSubscribed(engine) && reaches(world, server, engine.home)) set |= bit(at);
    // Where nobody listens the server says so, and that is true: nothing was done.
    if (set !== 0 && !sets.has(set)) sets.set(set, serverName(server));
  }
  return sets;
}

/** Commands in order, as one is like the other; each may be sent again until its client knows. */
function commandsSent(world: World, rules: Rules): Step[] {
  const next = world.commands.findIndex(({ fate }) => fate === 'unsent');
  return world.commands.flatMap((command, at) => {
    const isAgain = command.fate === 'sent' && rules.repeats === 'unknown';
    if (at !== next && !isAgain) return [];
    return [...hearers(world)].map(([set, where]) => ({
      label: `command ${at + 1} is sent${isAgain ? ' again' : ''} at ${where}`,
      world: {
        ...world,
        commands: world.commands.with(at, {
          ...command,
          fate: 'sent',
          copies: command.copies | set,
        }),
      },
    }));
  });
}

function questionsSent(world: World): Step[] {
  const at = world.questions.findIndex(({ fate }) => fate === 'unsent');
  const question = world.questions[at];
  if (question === undefined) return [];
  return [...hearers(world)].map(([copies, where]) => ({
    label: `question ${at + 1} is asked at ${where}, where ${world.told} records are known`,
    world: {
      ...world,
      questions: world.questions.with(at, { fate: 'sent', copies, knownThen: world.told }),
    },
  }));
}

export const isOnItsWayTo = (copies: number, at: number): boolean => has(copies, at);
