/** Answers to callers, and what must hold whenever one is sent. */
import type { Rules, Violation } from './rules';
import { nameOf, withEngine } from './step';
import type { Step } from './step';
import { bit, lastCommand } from './world';
import type { World } from './world';

export const toldText = (told: number): string =>
  told === 0 ? 'nothing is known' : `record ${told} is known`;

/** The engine answers with the state it has applied; a gateway may add what it has from events. */
export function askAndAnswer(world: World, at: number): Step {
  const { known } = world.engines[at]!;
  const label = `${nameOf(at)} answers a question as of record ${known}, asked where ${toldText(world.told)}`;
  const told = Math.max(world.told, lastCommand(world, known), world.published);
  const isStale = known < world.told;
  return { label, world: { ...world, told }, ...(isStale ? { violation: 'stale read' } : {}) };
}

/** Answers the waiting query if the proof that arrived covers it. */
export function answerWaiting(step: Step, at: number): Step {
  const { world } = step;
  const { known, question } = world.engines[at]!;
  if (question === null || !question.isBefore) return step;
  const next = withEngine(world, at, { question: null });
  const label = `${step.label}; it answers a question as of record ${known}, asked where ${toldText(question.knownThen)}`;
  const told = Math.max(world.told, lastCommand(world, known), world.published);
  const isStale = known < question.knownThen;
  return { label, world: { ...next, told }, ...(isStale ? { violation: 'stale read' } : {}) };
}

/** Answers a command from its record. */
export function answered(world: World, command: number, number: number): World {
  const state = world.commands[command]!;
  // It was refused before: its presence in the journal is checked there.
  if (state.fate === 'refused') return world;
  return {
    ...world,
    told: Math.max(world.told, number),
    commands: world.commands.with(command, { ...state, fate: 'answered', answeredBy: number }),
  };
}

export function refuse(world: World, at: number, index: number): Step {
  const command = world.commands[index]!;
  const label = `${nameOf(at)} refuses command ${index + 1}: nothing was done`;
  const fate = command.fate === 'sent' ? 'refused' : command.fate;
  const copies = command.copies & ~bit(at);
  return {
    label,
    world: { ...world, commands: world.commands.with(index, { ...command, fate, copies }) },
  };
}

/** A violation in any world, whatever was sent. */
export function brokenPromise(world: World, rules: Rules): Violation | null {
  const newest = world.journal.findLast(({ kind }) => kind === 'epoch')?.writer;
  for (const [index, { fate, answeredBy }] of world.commands.entries()) {
    const places = world.journal.filter(
      (record) => record.kind === 'command' && record.command === index,
    ).length;
    if (fate === 'refused' && places > 0) return 'refused but done';
    if (rules.repeats === 'unknown' && places > 1) return 'doubled';
    if (fate !== 'answered') continue;
    // The deposed engine may have less; the engine that began last may not.
    const isForgotten = world.engines.some(
      ({ role, writer, known }) => role === 'leading' && writer === newest && known < answeredBy,
    );
    if (places === 0 || isForgotten) return 'lost';
  }
  return null;
}
