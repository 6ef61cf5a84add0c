/**
 * The state of the model: two engines, three servers of the journal, requests under way. Small numbers only, so that a state is a
 * short text, and equal states are the same text.
 */
import {
  COMMANDS,
  ENGINES,
  MAX_CUTS,
  MAX_MOVES,
  MAX_RESTARTS,
  PREDECESSOR_TICKS,
  QUESTIONS,
  SURE_TICKS,
} from './limits';

export const ROLES = ['standing by', 'beginning', 'waiting', 'leading', 'deaf', 'ended'] as const;
export type Role = (typeof ROLES)[number];

export type RecordKind = 'epoch' | 'command' | 'tick';

/** `writer` differs for each process; `command` counts for that kind alone. */
export interface JournalRecord {
  readonly kind: RecordKind;
  readonly writer: number;
  readonly command: number;
}

/** An append under way: the record, and the tick that may have been put in its place. */
export interface Append {
  readonly number: number;
  readonly contents: readonly JournalRecord[];
  /** Ticks since it was begun, to where it does not count any more. */
  readonly age: number;
  /** The connection was lost since: what it shows proves nothing now. */
  readonly isVoid: boolean;
}

export interface EngineState {
  readonly role: Role;
  readonly writer: number;
  /** The server it is connected to, for the journal and for requests. */
  readonly home: number;
  /** Records that it has applied: a beginning of the journal. */
  readonly known: number;
  /** Ticks since it first knew of the last of them that was not its own. */
  readonly knownAge: number;
  /** Ticks since its last proof was begun. */
  readonly proofAge: number;
  readonly append: Append | null;
  /** Commands and questions that it has taken in: sets, as bits. `Before`: before the append under way was begun. */
  readonly heard: number;
  readonly heardBefore: number;
  readonly asked: number;
  readonly askedBefore: number;
}

export type CommandFate = 'unsent' | 'sent' | 'answered' | 'refused';

export interface CommandState {
  readonly fate: CommandFate;
  /** Engines that a copy of it is on its way to. */
  readonly copies: number;
  /** Where it was answered from: the number of the record. */
  readonly answeredBy: number;
}

export interface QuestionState {
  readonly fate: 'unsent' | 'sent' | 'answered';
  readonly copies: number;
  /** What was known when it was sent: that many records. */
  readonly knownThen: number;
}

export interface World {
  /** What a quorum has taken. */
  readonly journal: readonly JournalRecord[];
  /** How much of it each server has. */
  readonly has: readonly number[];
  /** The server that is cut off from the two others, with who is connected to it; -1: none. */
  readonly cut: number;
  /** Appends that may still arrive, of whoever sent them, alive or not. */
  readonly flying: readonly { readonly number: number; readonly record: JournalRecord }[];
  readonly engines: readonly EngineState[];
  readonly commands: readonly CommandState[];
  readonly questions: readonly QuestionState[];
  /** What somebody outside has been told: that many records. */
  readonly told: number;
  /** What gateways may have from events. */
  readonly published: number;
  /** Writers that have handed over. */
  readonly handedOver: number;
  readonly cutsLeft: number;
  readonly restartsLeft: number;
  readonly movesLeft: number;
  readonly writers: number;
}

export const bit = (at: number): number => 1 << at;
export const has = (set: number, at: number): boolean => (set & bit(at)) !== 0;

const NEW_ENGINE = {
  knownAge: PREDECESSOR_TICKS,
  proofAge: SURE_TICKS,
  append: null,
  heard: 0,
  heardBefore: 0,
  asked: 0,
  askedBefore: 0,
} as const;

export const restarted = (home: number, writer: number, known: number): EngineState => ({
  ...NEW_ENGINE,
  role: 'standing by',
  writer,
  home,
  known,
  knownAge: 0,
});

/** The first engine leads and has just proved it, the second follows. */
export function beginning(): World {
  const epoch: JournalRecord = { kind: 'epoch', writer: 0, command: 0 };
  return {
    journal: [epoch],
    has: [1, 1, 1],
    cut: -1,
    flying: [],
    engines: Array.from({ length: ENGINES }, (_, at) => ({
      ...restarted(at, at, 1),
      ...(at === 0 ? { role: 'leading' as const, proofAge: 0 } : {}),
    })),
    commands: Array.from({ length: COMMANDS }, () => ({
      fate: 'unsent' as const,
      copies: 0,
      answeredBy: 0,
    })),
    questions: Array.from({ length: QUESTIONS }, () => ({
      fate: 'unsent' as const,
      copies: 0,
      knownThen: 0,
    })),
    told: 0,
    published: 0,
    handedOver: 0,
    cutsLeft: MAX_CUTS,
    restartsLeft: MAX_RESTARTS,
    movesLeft: MAX_MOVES,
    writers: ENGINES,
  };
}

/** Whether two servers reach each other. */
export const reaches = ({ cut }: Pick<World, 'cut'>, one: number, another: number): boolean =>
  one === another || (cut !== one && cut !== another);

export const isInMajority = ({ cut }: Pick<World, 'cut'>, server: number): boolean =>
  cut !== server;

/** It answers callers: a copy of what they send reaches it. */
export const isSubscribed = ({ role }: EngineState): boolean => role === 'leading';

export const isSure = ({ role, proofAge }: EngineState): boolean =>
  role === 'leading' && proofAge < SURE_TICKS;

const FATES: readonly CommandFate[] = ['unsent', 'sent', 'answered', 'refused'];
const KINDS: readonly RecordKind[] = ['epoch', 'command', 'tick'];

const recordCode = ({ kind, writer, command }: JournalRecord): number =>
  KINDS.indexOf(kind) * 32 + writer * 4 + command;

/** Equal worlds have equal texts. */
export function textOf(world: World): string {
  const numbers: number[] = [
    world.cut + 1,
    world.told,
    world.published,
    world.handedOver,
    world.cutsLeft,
    world.restartsLeft,
    world.movesLeft,
    world.writers,
    ...world.has,
    world.journal.length,
  ];
  for (const record of world.journal) numbers.push(recordCode(record));
  numbers.push(world.flying.length);
  for (const { number, record } of world.flying) numbers.push(number, recordCode(record));
  for (const engine of world.engines) {
    const { role, writer, home, known, knownAge, proofAge, append } = engine;
    numbers.push(ROLES.indexOf(role), writer, home, known, knownAge, proofAge);
    numbers.push(engine.heard, engine.heardBefore, engine.asked, engine.askedBefore);
    if (append === null) numbers.push(0);
    else {
      numbers.push(append.contents.length, append.number, append.age, Number(append.isVoid));
      for (const record of append.contents) numbers.push(recordCode(record));
    }
  }
  for (const { fate, copies, answeredBy } of world.commands)
    numbers.push(FATES.indexOf(fate), copies, answeredBy);
  for (const { fate, copies, knownThen } of world.questions)
    numbers.push(FATES.indexOf(fate === 'answered' ? 'answered' : fate), copies, knownThen);
  return String.fromCharCode(...numbers.map((number) => number + 32));
}
