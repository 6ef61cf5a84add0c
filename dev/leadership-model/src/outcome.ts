/** What an engine does when it learns what came of its append: by the acknowledgement, or by what the journal shows. */
import type { Rules } from './rules';
import { nameOf, withEngine } from './step';
import type { Step } from './step';
import { answerWaiting, answered, refuse } from './words';
import { has, isSameRecord, lastCommand } from './world';
import type { Append, JournalRecord, World } from './world';

export function learned(world: World, at: number, rules: Rules): Step[] {
  const engine = world.engines[at]!;
  const { append } = engine;
  if (append === null || world.journal.length < append.number) return [];
  const record = world.journal[append.number - 1]!;
  if (!append.contents.some((one) => isSameRecord(one, record))) return [fenced(world, at)];
  if (record.kind !== 'epoch') return carriedOut(world, at, { record, append });
  const since = rules.wait === 'after_epoch' ? { knownAge: 0 } : {};
  const done = { append: null, known: append.number, ...since } as const;
  const waiting = withEngine(world, at, { ...done, role: 'waiting' });
  const published = rules.events === 'waiting' ? lastCommand(world, append.number) : 0;
  const label = `${nameOf(at)} learns that its epoch has landed`;
  return [{ label, world: { ...waiting, published: Math.max(world.published, published) } }];
}

/** Another one's record is in its place: it says nothing more. A standby stands by again, a leader's process ends. */
export function fenced(world: World, at: number): Step {
  const role = world.engines[at]!.role === 'beginning' ? 'standing by' : 'ended';
  const label = `${nameOf(at)} learns that another engine's record is in its place`;
  return { label, world: withEngine(world, at, { role, append: null, question: null, before: 0 }) };
}

/**
 * The record is durable: it is applied and answered, and it has proved that this engine led when the append was begun. So what
 * waited then is answered, and may be refused. A command in whose place a tick has landed never will be carried out.
 */
function carriedOut(
  world: World,
  at: number,
  { record, append }: { record: JournalRecord; append: Append },
): Step[] {
  const { proofAge: lastAge, before } = world.engines[at]!;
  const proofAge = append.isVoid ? lastAge : Math.min(append.age, lastAge);
  const known = append.number;
  let next = withEngine(world, at, { append: null, known, proofAge, before: 0, role: 'leading' });
  next = { ...next, published: Math.max(next.published, lastCommand(next, known)) };
  if (record.kind === 'command') next = answered(next, record.command, known);
  for (const { kind, command } of append.contents)
    if (kind === 'command' && record.kind === 'tick') next = refuse(next, at, command).world;
  const label = `${nameOf(at)} learns that record ${known} has landed`;
  const step = answerWaiting({ label, world: next }, at);
  const refusing = refuseAll(step, at, before);
  return refusing === step ? [step] : [step, refusing];
}

function refuseAll(step: Step, at: number, set: number): Step {
  let last = step;
  for (const [index, { copies }] of step.world.commands.entries()) {
    if (!has(set, index) || !has(copies, at)) continue;
    const refused = refuse(last.world, at, index);
    last = { ...last, label: `${last.label}; ${refused.label}`, world: refused.world };
  }
  return last;
}
