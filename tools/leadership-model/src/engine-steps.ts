/** What an engine may do, by the rules. */
import { MAX_RECORDS, PREDECESSOR_TICKS, SURE_TICKS } from './limits';
import type { Rules } from './rules';
import { nameOf, withEngine } from './step';
import type { Step } from './step';
import { answerQuestion, answerQuestions, refuse } from './words';
import { bit, has, isSure } from './world';
import type { Append, EngineState, JournalRecord, World } from './world';
import { startedAgain } from './world-steps';

export function engineSteps(world: World, rules: Rules): Step[] {
  return world.engines.flatMap((engine, at) => {
    switch (engine.role) {
      case 'standing by':
        return [...following(world, at), ...beginningEpoch(world, at), ...shortTail(world, at, rules)];
      case 'beginning':
        return outcomes(world, at, rules);
      case 'waiting':
        return endOfWaiting(world, at, rules);
      case 'leading':
        return [...leading(world, at, rules), ...shortTail(world, at, rules)];
      case 'deaf':
        return outcomes(world, at, rules);
      case 'ended':
        return [];
    }
  });
}

const serverOf = (world: World, at: number): number => world.has[engineAt(world, at).home] ?? 0;
const engineAt = (world: World, at: number): EngineState => world.engines[at]!;

/** It applies what its server has. */
function following(world: World, at: number): Step[] {
  const { known } = engineAt(world, at);
  const tail = serverOf(world, at);
  if (tail <= known) return [];
  const label = `${nameOf(at)} applies the journal up to record ${tail}`;
  return [{ label, world: withEngine(world, at, { known: tail, knownAge: 0 }) }];
}

/** At any time: to begin too early must be harmless. It has read its server's tail. */
function beginningEpoch(world: World, at: number): Step[] {
  const { known, writer } = engineAt(world, at);
  if (serverOf(world, at) !== known || known + 1 > MAX_RECORDS) return [];
  const epoch: JournalRecord = { kind: 'epoch', writer, command: 0 };
  return [
    {
      label: `${nameOf(at)} sends its epoch, as record ${known + 1}`,
      world: sending(world, at, epoch, { role: 'beginning' }),
    },
  ];
}

/** Sends a record; what it has taken in came before this proof was begun. */
export function sending(
  world: World,
  at: number,
  record: JournalRecord,
  change: Partial<EngineState> = {},
): World {
  const engine = engineAt(world, at);
  const number = engine.known + 1;
  const append: Append = { number, contents: [record], age: 0, isVoid: false };
  return withEngine(flyingToo(world, number, record), at, {
    append,
    heardBefore: engine.heard,
    askedBefore: engine.asked,
    ...change,
  });
}

function flyingToo(world: World, number: number, record: JournalRecord): World {
  if (number <= world.journal.length) return world;
  const flying = [...world.flying, { number, record }].toSorted(
    (a, b) => a.number - b.number || a.record.writer - b.record.writer || (a.record.kind < b.record.kind ? -1 : 1),
  );
  return { ...world, flying };
}

/** What came of the append under way, once it came to something: by its acknowledgement, or by what the journal shows. */
export function outcomes(world: World, at: number, rules: Rules): Step[] {
  const engine = engineAt(world, at);
  const { append } = engine;
  if (append === null || world.journal.length < append.number) return [];
  const record = world.journal[append.number - 1]!;
  if (!append.contents.some((one) => isSame(one, record))) return [fenced(world, at)];
  const done = { append: null, known: append.number };
  if (record.kind === 'epoch') {
    const label = `${nameOf(at)} learns that its epoch has landed, and waits`;
    const waiting = withEngine(world, at, { ...done, role: 'waiting' });
    return [{ label, world: rules.events === 'waiting' ? publishedBy(waiting, at) : waiting }];
  }
  return carriedOut(world, at, { record, append, rules });
}

const isSame = (one: JournalRecord, other: JournalRecord): boolean =>
  one.kind === other.kind && one.writer === other.writer && one.command === other.command;

/** Another one's record is in its place: it says nothing more. A standby stands by again, a leader's process ends. */
function fenced(world: World, at: number): Step {
  const { role } = engineAt(world, at);
  const label = `${nameOf(at)} learns that another engine's record is in its place`;
  if (role === 'beginning')
    return { label, world: withEngine(world, at, { role: 'standing by', append: null }) };
  return { label, world: withEngine(world, at, { role: 'ended', append: null }) };
}

/**
 * The record is durable: it is applied and answered, and it has proved that this engine led when the append was begun. So what
 * waited then is answered, and may be refused. A command in whose place a tick has landed never will be carried out.
 */
function carriedOut(
  world: World,
  at: number,
  { record, append, rules }: { record: JournalRecord; append: Append; rules: Rules },
): Step[] {
  const engine = engineAt(world, at);
  const proofAge = append.isVoid ? engine.proofAge : Math.min(append.age, engine.proofAge);
  const asked = rules.acknowledged === 'all' ? engine.asked : engine.askedBefore;
  const done = { append: null, known: append.number, proofAge, heardBefore: 0, askedBefore: 0 };
  let next = publishedBy(withEngine(world, at, { ...done, role: 'leading' }), at);
  if (record.kind === 'command') next = answered(next, record.command, append.number);
  for (const { kind, command } of append.contents)
    if (kind === 'command' && record.kind === 'tick') next = refuse(next, at, command).world;
  const label = `${nameOf(at)} learns that record ${append.number} has landed`;
  const answering = answerQuestions({ label, world: next }, at, asked);
  const refusable = engine.heardBefore & engine.heard;
  if (refusable === 0) return [answering];
  return [answering, refuseAll(answering, at, refusable)];
}

function refuseAll(step: Step, at: number, set: number): Step {
  let last = step;
  for (const [index] of step.world.commands.entries()) {
    if (!has(set, index)) continue;
    const refused = refuse(last.world, at, index);
    last = { ...last, label: `${last.label}; ${refused.label}`, world: refused.world };
  }
  return last;
}

function answered(world: World, command: number, number: number): World {
  const state = world.commands[command]!;
  // A refusal was given before: the check of what is in the journal tells.
  if (state.fate === 'refused') return world;
  return {
    ...world,
    told: Math.max(world.told, number),
    commands: world.commands.with(command, { ...state, fate: 'answered', answeredBy: number }),
  };
}

export const publishedBy = (world: World, at: number): World => ({
  ...world,
  published: Math.max(world.published, engineAt(world, at).known),
});

/** It has landed and waits until the engine before says nothing more. */
function endOfWaiting(world: World, at: number, rules: Rules): Step[] {
  const { known, knownAge } = engineAt(world, at);
  const before = world.journal[known - 2];
  const hasHandedOver = before !== undefined && has(world.handedOver, before.writer);
  const mayLead = rules.wait === 'not' || hasHandedOver || knownAge >= PREDECESSOR_TICKS;
  if (!mayLead) return [];
  return [{ label: `${nameOf(at)} leads`, world: beginsToLead(world, at) }];
}

export const beginsToLead = (world: World, at: number): World =>
  publishedBy(withEngine(world, at, { role: 'leading', proofAge: SURE_TICKS }), at);

function leading(world: World, at: number, rules: Rules): Step[] {
  const engine = engineAt(world, at);
  return [
    ...taking(world, at, rules),
    ...appending(world, at, rules),
    ...outcomes(world, at, rules),
    ...looking(world, at, rules),
    ...speaking(world, at, rules),
    ...handingOver(world, at),
    ...(engine.append === null
      ? []
      : [
          {
            label: `${nameOf(at)} hears nothing more while its append is under way`,
            world: withEngine(world, at, { role: 'deaf' }),
          },
        ]),
  ];
}

/** A copy of what was sent arrives. */
function taking(world: World, at: number, rules: Rules): Step[] {
  const { heard, asked } = engineAt(world, at);
  const isHeard = ({ copies, fate }: { copies: number; fate: string }): boolean =>
    has(copies, at) || (rules.hearing === 'late' && copies !== 0 && fate !== 'unsent');
  const commands = world.commands.flatMap((command, index) => {
    if (!isHeard(command) || has(heard, index)) return [];
    const taken = { ...command, copies: command.copies & ~bit(at) };
    const next = { ...world, commands: world.commands.with(index, taken) };
    return [
      {
        label: `${nameOf(at)} hears command ${index + 1}`,
        world: withEngine(next, at, { heard: heard | bit(index) }),
      },
    ];
  });
  const questions = world.questions.flatMap((question, index) => {
    if (!has(question.copies, at)) return [];
    const taken = { ...question, copies: question.copies & ~bit(at) };
    const next = { ...world, questions: world.questions.with(index, taken) };
    return [
      {
        label: `${nameOf(at)} hears question ${index + 1}`,
        world: withEngine(next, at, { asked: asked | bit(index) }),
      },
    ];
  });
  return [...commands, ...questions];
}

/** A command that waits, or a tick where a proof is wanted; and the tick that takes the place of a command that is late. */
function appending(world: World, at: number, rules: Rules): Step[] {
  const engine = engineAt(world, at);
  const { append, writer, heard } = engine;
  const tick: JournalRecord = { kind: 'tick', writer, command: 0 };
  if (append !== null) {
    if (append.contents.length > 1 || append.contents[0]?.kind !== 'command') return [];
    const voided = withEngine(flyingToo(world, append.number, tick), at, {
      append: { ...append, contents: [...append.contents, tick] },
    });
    return [{ label: `${nameOf(at)} sends a tick in place of its late command`, world: voided }];
  }
  if (engine.known + 1 > MAX_RECORDS) return [];
  const steps: Step[] = [];
  for (const [index] of world.commands.entries()) {
    if (!has(heard, index)) continue;
    const rest = withEngine(world, at, { heard: heard & ~bit(index) });
    // A repeat finds the first answer in the state.
    const first = appliedAt(engine, world, index);
    if (first > 0 && rules.repeats === 'known')
      steps.push({
        label: `${nameOf(at)} answers command ${index + 1} again`,
        world: answered(rest, index, first),
      });
    else
      steps.push({
        label: `${nameOf(at)} sends command ${index + 1}, as record ${engine.known + 1}`,
        world: sending(rest, at, { kind: 'command', writer, command: index }),
      });
  }
  const isWanted = (engine.asked !== 0 || heard !== 0) && !isSure(engine) && rules.proof === 'append';
  if (isWanted)
    steps.push({
      label: `${nameOf(at)} sends a tick, as record ${engine.known + 1}`,
      world: sending(world, at, tick),
    });
  return steps;
}

/** The record of a command among those it has applied; 0: there is none. */
function appliedAt({ known }: EngineState, { journal }: World, command: number): number {
  return (
    journal
      .slice(0, known)
      .findIndex((record) => record.kind === 'command' && record.command === command) + 1
  );
}

/** As it was before: a look at its server's tail is the proof. */
function looking(world: World, at: number, rules: Rules): Step[] {
  const engine = engineAt(world, at);
  if (rules.proof !== 'tail' || engine.append !== null || isSure(engine)) return [];
  const tail = serverOf(world, at);
  if (tail > engine.known) return [fenced(world, at)];
  const label = `${nameOf(at)} sees its record ${tail} at the tail of its server, and is sure`;
  return [{ label, world: withEngine(world, at, { proofAge: 0 }) }];
}

/** Answers to questions, and refusals. */
function speaking(world: World, at: number, rules: Rules): Step[] {
  const engine = engineAt(world, at);
  const steps: Step[] = [];
  if (isSure(engine))
    for (const [index] of world.questions.entries())
      if (has(engine.asked, index)) steps.push(answerQuestion({ label: '', world }, at, index));
  if (isSure(engine) || rules.refusal === 'anybody')
    for (const [index] of world.commands.entries())
      if (has(engine.heard, index)) steps.push(refuse(world, at, index));
  return steps;
}

function handingOver(world: World, at: number): Step[] {
  const { append, heard, asked, writer } = engineAt(world, at);
  if (append !== null || heard !== 0 || asked !== 0) return [];
  const ended = withEngine(world, at, { role: 'ended', proofAge: SURE_TICKS });
  const label = `${nameOf(at)} stops and hands over`;
  return [{ label, world: { ...ended, handedOver: ended.handedOver | bit(writer) } }];
}

/** It asks its server for the tail, which shows less than was there. */
function shortTail(world: World, at: number, rules: Rules): Step[] {
  const { known, home } = engineAt(world, at);
  const tail = serverOf(world, at);
  if (tail >= known || rules.shortTail === 'asked_again') return [];
  return [
    {
      label: `${nameOf(at)} knows record ${known}, and server ${home + 1} shows ${tail}: it ends, and all ${world.journal.length} are there`,
      world: startedAgain(world, at, home),
      violation: 'healthy engine ended',
    },
  ];
}
