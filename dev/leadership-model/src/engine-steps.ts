/** What an engine may do by itself, by the rules. */
import { MAX_RECORDS, SURE_TICKS } from './limits';
import { fenced, learned } from './outcome';
import type { Rules } from './rules';
import { nameOf, withEngine } from './step';
import type { Step } from './step';
import { answered, refuse } from './words';
import { bit, has, isSure } from './world';
import type { Append, EngineState, JournalRecord, World } from './world';
import { settled, startedAgain } from './world-steps';

export function engineSteps(world: World, rules: Rules): Step[] {
  return world.engines.flatMap((engine, at) => {
    const steps = stepsOf(world, at, rules);
    return steps.map((step) => ({ ...step, world: settled(step.world, rules) }));
  });
}

function stepsOf(world: World, at: number, rules: Rules): Step[] {
  const { role } = world.engines[at]!;
  if (role === 'standing by') return [...beginningEpoch(world, at), ...shortTail(world, at, rules)];
  if (role === 'beginning' || role === 'deaf') return learned(world, at, rules);
  if (role !== 'leading') return [];
  return [
    ...appending(world, at, rules),
    ...learned(world, at, rules),
    ...looking(world, at, rules),
    ...refusing(world, at, rules),
    ...handingOver(world, at),
    ...falling(world, at),
    ...shortTail(world, at, rules),
  ];
}

/** At any time: to begin too early must be harmless. */
function beginningEpoch(world: World, at: number): Step[] {
  const { known, writer } = world.engines[at]!;
  if (known >= MAX_RECORDS) return [];
  const epoch: JournalRecord = { kind: 'epoch', writer, command: 0 };
  const label = `${nameOf(at)} sends its epoch, as record ${known + 1}`;
  return [{ label, world: sending(world, at, epoch, { role: 'beginning' }) }];
}

/** Sends a record; what waits now came before this proof was begun. */
export function sending(
  world: World,
  at: number,
  record: JournalRecord,
  change: Partial<EngineState> = {},
): World {
  const { known, question } = world.engines[at]!;
  const number = known + 1;
  const append: Append = { number, contents: [record], age: 0, isVoid: false };
  let before = 0;
  for (const [index, { copies }] of world.commands.entries())
    if (has(copies, at)) before |= bit(index);
  return withEngine(flyingToo(world, number, record), at, {
    append,
    before,
    question: question && { ...question, isBefore: true },
    ...change,
  });
}

function flyingToo(world: World, number: number, record: JournalRecord): World {
  if (number <= world.journal.length) return world;
  const flying = [...world.flying, { number, record }].toSorted(
    (a, b) =>
      a.number - b.number ||
      a.record.writer - b.record.writer ||
      (a.record.kind < b.record.kind ? -1 : 1),
  );
  return { ...world, flying };
}

/** A command, or a tick where a proof is wanted; and the tick that takes the place of a command that is late. */
function appending(world: World, at: number, rules: Rules): Step[] {
  const engine = world.engines[at]!;
  const { append, writer, known } = engine;
  const tick: JournalRecord = { kind: 'tick', writer, command: 0 };
  if (append !== null) {
    if (append.contents.length > 1 || append.contents[0]?.kind !== 'command') return [];
    const contents = [...append.contents, tick];
    const next = withEngine(flyingToo(world, append.number, tick), at, {
      append: { ...append, contents },
    });
    return [{ label: `${nameOf(at)} sends a tick in place of its late command`, world: next }];
  }
  if (known >= MAX_RECORDS) return [];
  const steps = world.commands.flatMap(({ copies }, index) =>
    has(copies, at) ? [doing(world, at, index, rules)] : [],
  );
  const isWanted = engine.question !== null || world.commands.some(({ copies }) => has(copies, at));
  if (isWanted && !isSure(engine) && rules.proof === 'append')
    steps.push({
      label: `${nameOf(at)} sends a tick, as record ${known + 1}`,
      world: sending(world, at, tick),
    });
  return steps;
}

/** Journals a command; a repeat finds the first answer in the state. */
function doing(world: World, at: number, index: number, rules: Rules): Step {
  const { known, writer } = world.engines[at]!;
  const command = world.commands[index]!;
  const taken = { ...command, copies: command.copies & ~bit(at) };
  const rest = { ...world, commands: world.commands.with(index, taken) };
  const first =
    world.journal
      .slice(0, known)
      .findIndex((record) => record.kind === 'command' && record.command === index) + 1;
  if (first > 0 && rules.repeats === 'known')
    return {
      label: `${nameOf(at)} answers command ${index + 1} as it did before`,
      world: answered(rest, index, first),
    };
  return {
    label: `${nameOf(at)} sends command ${index + 1}, as record ${known + 1}`,
    world: sending(rest, at, { kind: 'command', writer, command: index }),
  };
}

/** As it was before: a look at its server's tail is the proof. */
function looking(world: World, at: number, rules: Rules): Step[] {
  const engine = world.engines[at]!;
  if (rules.proof !== 'tail' || engine.append !== null || isSure(engine)) return [];
  const tail = world.has[engine.home]!;
  if (tail > engine.known) return [fenced(world, at)];
  const label = `${nameOf(at)} sees its record ${tail} at the tail of its server, and is sure`;
  return [{ label, world: withEngine(world, at, { proofAge: 0 }) }];
}

function refusing(world: World, at: number, rules: Rules): Step[] {
  const maySay = isSure(world.engines[at]!) || rules.refusal === 'anybody';
  if (!maySay) return [];
  return world.commands.flatMap(({ copies }, index) =>
    has(copies, at) ? [refuse(world, at, index)] : [],
  );
}

/** It has done all that it took in, and says nothing more. */
function handingOver(world: World, at: number): Step[] {
  const { append, question, writer } = world.engines[at]!;
  const hasMore = append !== null || question !== null;
  if (hasMore || world.commands.some(({ copies }) => has(copies, at))) return [];
  const ended = withEngine(world, at, { role: 'ended', proofAge: SURE_TICKS });
  const label = `${nameOf(at)} stops and hands over`;
  return [{ label, world: { ...ended, handedOver: ended.handedOver | bit(writer) } }];
}

/** Its append takes too long: it hears nothing more. */
function falling(world: World, at: number): Step[] {
  if (world.engines[at]!.append === null) return [];
  const label = `${nameOf(at)} hears nothing more while its append is under way`;
  return [{ label, world: withEngine(world, at, { role: 'deaf' }) }];
}

/** It asks its server for the tail, which shows less than was there. */
function shortTail(world: World, at: number, rules: Rules): Step[] {
  const { known, home } = world.engines[at]!;
  const tail = world.has[home]!;
  if (tail >= known || rules.shortTail === 'asked_again') return [];
  return [
    {
      label: `${nameOf(at)} knows record ${known}, server ${home + 1} shows ${tail}: it ends, and all ${world.journal.length} are there`,
      world: startedAgain(world, at, home),
      violation: 'healthy engine ended',
    },
  ];
}
