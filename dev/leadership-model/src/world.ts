/**
 * The model's state: two engines, three servers of the journal, requests under way. Only small numbers, so that a state
 * is a short text and equal states have equal texts.
 */
import { COMMANDS, ENGINES, SURE_TICKS } from './limits';
import type { Bounds } from './limits';

export const ROLES = ['standing by', 'beginning', 'waiting', 'leading', 'deaf', 'ended'] as const;
export type Role = (typeof ROLES)[number];

export type RecordKind = 'epoch' | 'command' | 'tick';

/** `writer` differs for each process; `command` is used only by records of that kind. */
export interface JournalRecord {
  readonly kind: RecordKind;
  readonly writer: number;
  readonly command: number;
}

/** An append under way: the record, and the tick that may replace it. */
export interface Append {
  readonly number: number;
  readonly contents: readonly JournalRecord[];
  /** Ticks since it was begun, up to where it no longer matters. */
  readonly age: number;
  /** The connection was lost since then: its result proves nothing. */
  readonly isVoid: boolean;
}

/** A query that an engine cannot answer yet. */
export interface WaitingQuestion {
  /** The state known when it was sent: up to the command of that record. */
  readonly knownThen: number;
  /** True if it arrived before the append under way was begun. */
  readonly isBefore: boolean;
}

export interface EngineState {
  readonly role: Role;
  readonly writer: number;
  /** The server it is connected to, for the journal and for requests. */
  readonly home: number;
  /** Number of records that it has applied, from the journal's beginning. */
  readonly known: number;
  /** Ticks since it first knew of the last of them that was not its own. */
  readonly knownAge: number;
  /** Ticks since its last proof was begun. */
  readonly proofAge: number;
  readonly append: Append | null;
  readonly question: WaitingQuestion | null;
  /** Commands that arrived before the append under way was begun: a bit set. */
  readonly before: number;
}

export interface CommandState {
  /** `repeated`: sent more than once, so that a refusal says nothing about the other copies. */
  readonly fate: 'unsent' | 'sent' | 'repeated' | 'answered' | 'refused';
  /** Engines that received it or will, and have not handled it. */
  readonly copies: number;
  readonly answeredBy: number;
}

export interface World {
  /** Records stored by a quorum. */
  readonly journal: readonly JournalRecord[];
  /** Number of records each server has. */
  readonly has: readonly number[];
  /** The server that is cut off from the two others, with its clients; -1: none. */
  readonly cut: number;
  /** Appends that may still arrive, from any sender, running or not. */
  readonly flying: readonly { readonly number: number; readonly record: JournalRecord }[];
  readonly engines: readonly EngineState[];
  readonly commands: readonly CommandState[];
  /** The state that some caller has seen: up to the command of that record. */
  readonly told: number;
  /** The state that gateways may have from events, likewise. */
  readonly published: number;
  /** Writers that have handed over: a bit set. */
  readonly handedOver: number;
  readonly cutsLeft: number;
  readonly restartsLeft: number;
  readonly movesLeft: number;
  readonly writers: number;
}

export const bit = (at: number): number => 1 << at;
export const has = (set: number, at: number): boolean => (set & bit(at)) !== 0;

/** A process that has read what its server has. */
export const restarted = (home: number, writer: number, known: number): EngineState => ({
  role: 'standing by',
  writer,
  home,
  known,
  knownAge: 0,
  proofAge: SURE_TICKS,
  append: null,
  question: null,
  before: 0,
});

/** The first engine leads and has just proved it, the second follows. */
export function beginning({ cuts, restarts, moves }: Bounds): World {
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
    told: 0,
    published: 0,
    handedOver: 0,
    cutsLeft: cuts,
    restartsLeft: restarts,
    movesLeft: moves,
    writers: ENGINES,
  };
}

/** True if two servers reach each other. */
export const reaches = ({ cut }: Pick<World, 'cut'>, one: number, another: number): boolean =>
  one === another || (cut !== one && cut !== another);

export const isInMajority = ({ cut }: Pick<World, 'cut'>, server: number): boolean =>
  cut !== server;

/** The last record of a command among these; epochs and ticks are visible nowhere. */
export const lastCommand = ({ journal }: Pick<World, 'journal'>, known: number): number =>
  journal.slice(0, known).findLastIndex(({ kind }) => kind === 'command') + 1;

/** It answers callers: it receives what they send. */
export const isSubscribed = ({ role }: EngineState): boolean => role === 'leading';

export const isSure = ({ role, proofAge }: EngineState): boolean =>
  role === 'leading' && proofAge < SURE_TICKS;

const FATES: readonly CommandState['fate'][] = [
  'unsent',
  'sent',
  'repeated',
  'answered',
  'refused',
];
const KINDS: readonly RecordKind[] = ['epoch', 'command', 'tick'];
/** The first character used, after the control characters. */
const FIRST_CHARACTER = 32;

const recordCode = ({ kind, writer, command }: JournalRecord): number =>
  KINDS.indexOf(kind) * 32 + writer * 4 + command;

export const isSameRecord = (one: JournalRecord, other: JournalRecord): boolean =>
  recordCode(one) === recordCode(other);

/** Equal worlds have equal texts. */
export function textOf(world: World): string {
  let text = '';
  const put = (number: number): void => {
    text += String.fromCharCode(FIRST_CHARACTER + number);
  };
  put(world.cut + 1);
  put(world.told);
  put(world.published);
  put(world.handedOver);
  put(world.cutsLeft * 9 + world.restartsLeft * 3 + world.movesLeft);
  put(world.writers);
  for (const length of world.has) put(length);
  for (const { fate, copies, answeredBy } of world.commands) {
    put(FATES.indexOf(fate) * 16 + copies);
    put(answeredBy);
  }
  for (const engine of world.engines) {
    const { role, writer, home, known, append, question } = engine;
    put(ROLES.indexOf(role) * 16 + writer);
    put(home * 16 + known);
    put(engine.knownAge * 16 + engine.proofAge);
    put(engine.before);
    put(question === null ? 0 : 1 + question.knownThen * 2 + Number(question.isBefore));
    put(append === null ? 0 : append.contents.length);
    if (append === null) continue;
    put(append.number);
    put(append.age * 2 + Number(append.isVoid));
    for (const record of append.contents) put(recordCode(record));
  }
  put(world.journal.length);
  for (const record of world.journal) put(recordCode(record));
  for (const { number, record } of world.flying) {
    put(number);
    put(recordCode(record));
  }
  return text;
}
