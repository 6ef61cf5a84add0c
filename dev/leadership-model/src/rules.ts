/** The rules of docs/protocol/leadership.md, each replaceable by one that was tried or considered. */
export interface Rules {
  /**
   * The proof that lets an engine answer queries for a second. `tail`: reading the journal's tail, possibly from a
   * server that was cut off.
   */
  readonly proof: 'append' | 'tail';
  /** Who may refuse a command. `anybody`: also an engine that does not know whether it leads. */
  readonly refusal: 'sure' | 'anybody';
  /** A tail that ends before what was there. `at_once`: treated as a truncated stream, and the process ends. */
  readonly shortTail: 'asked_again' | 'at_once';
  /** Which engine announces that it leads. `subscribed`: also one that cannot reach its journal. */
  readonly leads: 'proven' | 'subscribed';
  /**
   * A new leader waits until its predecessor's lease has ended. `after_epoch`: longer than needed, from its epoch on.
   */
  readonly wait: 'for_predecessor' | 'after_epoch' | 'not';
  /** Who publishes events. `waiting`: also a new leader that still waits. */
  readonly events: 'leading' | 'waiting';
  /** A repeated command is recognised by its nonce. */
  readonly repeats: 'known' | 'unknown';
  /** Who receives a request (A3). `late`: also an engine that subscribed after it was sent, as over a slow route. */
  readonly hearing: 'subscribed' | 'late';
}

export const RULES: Rules = {
  proof: 'append',
  refusal: 'sure',
  shortTail: 'asked_again',
  leads: 'proven',
  wait: 'for_predecessor',
  events: 'leading',
  repeats: 'known',
  hearing: 'subscribed',
};

export type Violation =
  | 'stale read'
  | 'refused but done'
  | 'lost'
  | 'doubled'
  | 'healthy engine ended'
  | 'no leader';

/** A replaced rule, and the violation it must cause. */
export interface Mistake {
  readonly name: string;
  readonly change: Partial<Rules>;
  readonly finds: Violation;
}

export const MISTAKES: readonly Mistake[] = [
  {
    name: 'F1: a look at the tail proves, by a server that is cut off',
    // So that only what that server shows can be the reason.
    change: { proof: 'tail', wait: 'after_epoch' },
    finds: 'stale read',
  },
  {
    name: 'F1: a look at the tail proves, just before the next epoch',
    change: { proof: 'tail' },
    finds: 'stale read',
  },
  {
    name: 'F2: a shorter tail is believed at once',
    change: { shortTail: 'at_once' },
    finds: 'healthy engine ended',
  },
  {
    name: 'F3: who is not sure refuses',
    change: { refusal: 'anybody' },
    finds: 'refused but done',
  },
  { name: 'F4: "I lead" without a proof', change: { leads: 'subscribed' }, finds: 'no leader' },
  { name: 'a new leader does not wait', change: { wait: 'not' }, finds: 'stale read' },
  {
    name: 'a new leader publishes while it waits',
    change: { events: 'waiting' },
    finds: 'stale read',
  },
  {
    name: 'a request is heard by who subscribed after it was sent (A3 does not hold)',
    change: { hearing: 'late' },
    finds: 'refused but done',
  },
  { name: 'a repeat is not known', change: { repeats: 'unknown' }, finds: 'doubled' },
];
