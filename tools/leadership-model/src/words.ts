/** What is said to callers, and what must hold whenever something is. */
import type { Violation } from './rules';
import { nameOf, withEngine } from './step';
import type { Step } from './step';
import { bit, has } from './world';
import type { World } from './world';

/** The engine answers with what it has applied; a gateway may show with it what it had from events. */
export function answerQuestion(step: Step, at: number, index: number): Step {
  const { world } = step;
  const engine = world.engines[at]!;
  const question = world.questions[index]!;
  const next = withEngine(world, at, {
    asked: engine.asked & ~bit(index),
    askedBefore: engine.askedBefore & ~bit(index),
  });
  const said = `${nameOf(at)} answers question ${index + 1} as of record ${engine.known}`;
  const label = step.label === '' ? said : `${step.label}; ${said}`;
  if (question.fate === 'answered') return { ...step, label, world: next };
  const isStale = engine.known < question.knownThen;
  const violation = isStale ? ({ violation: 'stale read' } as const) : {};
  return {
    ...step,
    ...violation,
    label,
    world: {
      ...next,
      told: Math.max(world.told, engine.known, world.published),
      questions: world.questions.with(index, { ...question, fate: 'answered' }),
    },
  };
}

/** All of a set, one after the other. */
export function answerQuestions(step: Step, at: number, set: number): Step {
  let last = step;
  for (const [index] of step.world.questions.entries())
    if (has(set, index)) last = answerQuestion(last, at, index);
  return last;
}

export function refuse(world: World, at: number, index: number): Step {
  const engine = world.engines[at]!;
  const command = world.commands[index]!;
  const label = `${nameOf(at)} refuses command ${index + 1}: nothing was done`;
  const next = withEngine(world, at, {
    heard: engine.heard & ~bit(index),
    heardBefore: engine.heardBefore & ~bit(index),
  });
  if (command.fate !== 'sent') return { label, world: next };
  return {
    label,
    world: { ...next, commands: world.commands.with(index, { ...command, fate: 'refused' }) },
  };
}

/** What no world may be, whoever said what. */
export function brokenPromise(world: World, repeats: 'known' | 'unknown'): Violation | null {
  for (const [index, { fate, answeredBy }] of world.commands.entries()) {
    const places = world.journal.filter(
      (record) => record.kind === 'command' && record.command === index,
    ).length;
    if (fate === 'refused' && places > 0) return 'refused but done';
    if (fate === 'answered' && places === 0) return 'lost';
    if (repeats === 'unknown' && places > 1) return 'doubled';
    const isForgotten = world.engines.some(
      ({ role, known }) => role === 'leading' && fate === 'answered' && known < answeredBy,
    );
    // The engine that was deposed may have less; one that has just begun may not.
    if (isForgotten && isNewestLeaderBehind(world, answeredBy)) return 'lost';
  }
  return null;
}

/** The writer of the last epoch leads, with less than was answered. */
function isNewestLeaderBehind({ journal, engines }: World, number: number): boolean {
  const newest = journal.findLast(({ kind }) => kind === 'epoch')?.writer;
  return engines.some(
    ({ role, writer, known }) => role === 'leading' && writer === newest && known < number,
  );
}
